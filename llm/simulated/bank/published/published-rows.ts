import { createHash } from 'node:crypto';
import { basename } from 'node:path';

import { z } from 'zod';

import { UsageError } from '../../../../core/errors/errors';
import type { BuiltLine } from '../../../../core/simulation/built-line';
import { programHashOf } from '../bank-row';
import { readLines } from '../read-lines';
import { linesOfChain } from './repair-chain';

/** Published results that can be made a bank of, by the tool that wrote them. */
export const publishedForms = ['reflexion', 'llmdebugger'] as const;
export type PublishedForm = (typeof publishedForms)[number];

/**
 * A row of Reflexion's (noahshinn/reflexion, `root/<run>/*.jsonl`) or LLMDebugger's (FloridSleeves/LLMDebugger, `results/**`)
 * results: `implementations` are the programs of one problem in the order they were made, each a repair of the one before it;
 * `solution` is the last; `is_solved` says whether that passes the hidden tests. Reflexion's rows of simple runs have no
 * `implementations`, and its rows from MultiPL-E no `task_id` but a `name` such as `HumanEval_23_strlen`.
 */
const PublishedRow = z
  .object({
    task_id: z.string().min(1).nullish(),
    name: z.string().min(1).nullish(),
    implementations: z.array(z.string()).nullish(),
    solution: z.string().nullish(),
    is_solved: z.boolean().nullish(),
  })
  .superRefine((row, context) => {
    if (problemOf(row) === null) {
      const message = 'a row needs `task_id`, or a `name` such as HumanEval_23_strlen';
      context.addIssue({ code: 'custom', path: ['task_id'], message });
    }
    if (typeof row.solution !== 'string' && (row.implementations ?? []).length === 0) {
      const message = 'a row needs `implementations` (list of texts) or `solution` (text)';
      context.addIssue({ code: 'custom', path: ['implementations'], message });
    }
  });

interface NamedRow {
  readonly task_id?: string | null | undefined;
  readonly name?: string | null | undefined;
}

const families: Readonly<Record<string, string>> = { humaneval: 'HumanEval', mbpp: 'MBPP' };

/** `HumanEval_23_strlen` and `mbpp_234_volume_cube` name a problem by family and number. */
function problemOf({ task_id: id, name }: NamedRow): string | null {
  if (typeof id === 'string') return id;
  const [, family = '', number = ''] = /^([A-Za-z]+)_(\d+)(?:_|$)/.exec(name ?? '') ?? [];
  const known = families[family.toLowerCase()];
  return known === undefined ? null : `${known}/${number}`;
}

/**
 * With their parents. @param model that wrote them: rows do not say it @throws UsageError (`BANK_UNREADABLE`,
 * `PUBLISHED_ROW_MALFORMED`) naming file, line and field
 */
export async function publishedLines(
  file: string,
  { form, model }: { readonly form: PublishedForm; readonly model: string },
): Promise<readonly BuiltLine[]> {
  const lines: BuiltLine[] = [];
  for await (const { number, text } of readLines(file, createHash('sha256'))) {
    const row = parseRow(text, `${file}, line ${String(number)}`);
    const problem = problemOf(row) ?? '';
    const source = `${form}:${basename(file)}`;
    const made = row.implementations ?? [];
    const { solution } = row;
    const last = made.at(-1);
    const isNew =
      typeof solution === 'string' &&
      solution.trim() !== '' &&
      (last === undefined || programHashOf(last) !== programHashOf(solution));
    lines.push(
      ...linesOfChain({
        ...{ problem, model, source },
        method: methodOf(form, made.length > 0),
        // What repairs ended with is no first attempt, and belongs to no chain that is known.
        chain: made.length > 0 ? `${basename(file)}#${String(number)}` : null,
        programs: (isNew ? [...made, solution] : made).filter((program) => program.trim() !== ''),
        solved: row.is_solved ?? null,
      }),
    );
  }
  return lines;
}

/** Where the steps are known the first one is an attempt like others; an end alone was repaired inside. */
function methodOf(form: PublishedForm, hasSteps: boolean): string {
  if (form === 'llmdebugger') return 'ldb';
  return hasSteps ? 'steps of reflexion' : 'reflexion';
}

function parseRow(text: string, where: string): z.infer<typeof PublishedRow> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw malformed(`${where}: not JSON`, cause);
  }
  const parsed = PublishedRow.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue === undefined || issue.path.length === 0 ? 'row' : issue.path.join('.');
  throw malformed(`${where}, field ${field}: ${issue?.message ?? 'invalid'}`, parsed.error);
}

function malformed(message: string, cause: unknown): UsageError {
  return new UsageError(
    message,
    'Give a .jsonl file of results as Reflexion or LLMDebugger write them, or leave the line out',
    { code: 'PUBLISHED_ROW_MALFORMED', cause },
  );
}
