import { z } from 'zod';

import { parseJson } from '../../parse-json';
import { answerTo, chatForm, embeddingForm } from '../chat-handler';
import type { RequestForm } from '../chat-handler';
import { HttpProblem } from '../http-problem';
import type { BankModel } from '../replies/reply-to';
import { unitOf } from '../seeded';
import type { BatchRules } from './batch-rules';

const InputLine = z.object({
  custom_id: z.string().min(1),
  url: z.string(),
  /** Of our own client: what a single request says in its headers. */
  headers: z.record(z.string(), z.string()).default({}),
  body: z.looseObject({}),
});
type InputLine = z.infer<typeof InputLine>;

const forms: Readonly<Record<string, RequestForm>> = {
  '/v1/chat/completions': chatForm,
  '/v1/embeddings': embeddingForm,
};

/** The two files that a batch ends with, as text. */
export interface BatchFiles {
  readonly output: string;
  readonly errors: string;
}

/** @returns null: a line cannot be read */
export function readInput(text: string): readonly InputLine[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const parsed = lines.map((line) => InputLine.safeParse(parseJson(line)));
  return parsed.every(({ success }) => success)
    ? parsed.flatMap(({ data }) => (data === undefined ? [] : [data]))
    : null;
}

/** Answers every line as a single request is answered. */
export function lineAnswers(
  model: BankModel,
  lines: readonly InputLine[],
  { end = 'completed', failShare = 0, missingShare = 0 }: BatchRules,
): BatchFiles {
  const output: object[] = [];
  const errors: object[] = [];
  for (const [place, line] of lines.entries()) {
    if (end === 'failed' || unitOf(['batch-missing', line.custom_id]) < missingShare) continue;
    // A batch that expires has done its first half.
    if (end === 'expired' && place >= lines.length / 2) {
      errors.push(lineOf(line, { error: { code: 'batch_expired', message: 'not done in time' } }));
    } else if (unitOf(['batch-failed', line.custom_id]) < failShare) {
      errors.push(lineOf(line, responseOf(500, { error: { message: 'internal error' } })));
    } else {
      const { status, body } = answerLine(model, line);
      (status === 200 ? output : errors).push(lineOf(line, responseOf(status, body)));
    }
  }
  return { output: textOf(output), errors: textOf(errors) };
}

function answerLine(
  model: BankModel,
  { custom_id, url, headers, body }: InputLine,
): { readonly status: number; readonly body: object } {
  const form = forms[url];
  try {
    if (form === undefined) throw new HttpProblem(`${url} is not served here`, unknownUrl);
    const asked = { ...headers, 'idempotency-key': custom_id };
    return { status: 200, body: answerTo(model, form, form.parse(asked, JSON.stringify(body))) };
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    return { status: error.status, body: error.body() };
  }
}

const unknownUrl = { status: 404, code: 'unknown_path' };

function lineOf({ custom_id }: InputLine, rest: object): object {
  return { id: `line-${custom_id}`, custom_id, response: null, error: null, ...rest };
}

function responseOf(status: number, body: object): object {
  return { response: { status_code: status, request_id: null, body } };
}

function textOf(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
