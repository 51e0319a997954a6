import { extendWithRepair } from '../../core/agents/extend-with-repair';
import { textOfAnswer } from '../../core/replies/text-of-answer';
import { assertNever } from '../../core/values/assert-never';
import type { CallRef, ModelAnswer } from '../../core/schemas/model';
import type { ModelQuestion, ModelReply } from './ask-model';

export type ParseResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

export interface StructuredQuestion<T> extends ModelQuestion {
  readonly ask: (question: ModelQuestion) => Promise<ModelReply>;
  /** How often it is asked for anew. Default: once. */
  readonly repairs?: number | undefined;
  /** Another answer is about to be asked for. */
  readonly onRepair?: (() => void) | undefined;
  /** Lenient: takes the value out of whatever surrounds it. */
  readonly parse: (text: string) => ParseResult<T>;
}

interface Asked {
  /** Every call made, in order: the first, then the repair questions. */
  readonly calls: readonly CallRef[];
  /** The last reply, as it came. */
  readonly answer: ModelAnswer;
  /** Of all the calls; an endpoint that tells none counts as none. */
  readonly tokens: number;
}

/** `neutral`: no reply could be read, so the caller takes its documented neutral value, and counts it. */
export type StructuredAnswer<T> = Asked &
  (
    | { readonly value: T; readonly neutral: false }
    | { readonly value: null; readonly neutral: true; readonly problem: string }
  );

/**
 * Asks for an answer of a known form. An unreadable reply gets a repair question, under the same draw; if that cannot be
 * read either, and no further one is due, there is no value. A filtered reply or a prompt that is too long would only be so
 * again: no repair question.
 * @throws what `ask` throws; an unreadable reply is no error.
 */
export async function askStructured<T>(
  question: StructuredQuestion<T>,
): Promise<StructuredAnswer<T>> {
  const { ask, parse, request, use, onRepair, repairs = 1 } = question;
  const calls: CallRef[] = [];
  let tokens = 0;
  let { messages } = request;
  for (let nth = 0; ; nth += 1) {
    const repair = nth > 0;
    const reply = await ask({ request: { ...request, messages }, use: { ...use, repair } });
    const { answer } = reply;
    const { identity, refusedBefore = identity } = reply;
    for (const one of new Set([refusedBefore, identity])) {
      calls.push({ role: use.context.role, identity: one, repair });
    }
    tokens += tokensOf(answer);
    const asked = { calls, answer, tokens };
    const read = readReply(answer, parse);
    if (read.ok) return { value: read.value, neutral: false, ...asked };
    if (!read.repairable || nth >= repairs) {
      return { value: null, neutral: true, problem: read.problem, ...asked };
    }
    onRepair?.();
    messages = extendWithRepair(messages, textOfAnswer(answer), read.problem);
  }
}

type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string; readonly repairable: boolean };

function readReply<T>(answer: ModelAnswer, parse: (text: string) => ParseResult<T>): Reading<T> {
  switch (answer.finishReason) {
    case 'content-filter':
      return { ok: false, problem: 'the reply was withheld by a filter', repairable: false };
    case 'context-length':
      return { ok: false, problem: 'the prompt is too long for the model', repairable: false };
    case 'stop':
    case 'length': {
      const parsed = parse(textOfAnswer(answer));
      return parsed.ok ? parsed : { ok: false, problem: parsed.problem, repairable: true };
    }
    default:
      return assertNever(answer.finishReason);
  }
}

function tokensOf({ usage }: ModelAnswer): number {
  return usage === null ? 0 : usage.promptTokens + usage.completionTokens;
}
