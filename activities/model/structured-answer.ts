import { extendWithRepair } from '../../core/agents/extend-with-repair';
import type { ParsedReply } from '../../core/replies/parsed-reply';
import { textOfAnswer } from '../../core/replies/text-of-answer';
import { assertNever } from '../../core/values/assert-never';
import type { CallRef, ModelAnswer } from '../../core/schemas/model';
import type { ModelQuestion, ModelReply } from './ask-model';

export interface StructuredQuestion<T> extends ModelQuestion {
  readonly ask: (question: ModelQuestion) => Promise<ModelReply>;
  /** Number of further requests. Default: one. */
  readonly repairs?: number | undefined;
  readonly onRepair?: (() => void) | undefined;
  /** A lenient reader: it finds the value within other text. */
  readonly parse: (text: string) => ParsedReply<T> | Promise<ParsedReply<T>>;
}

interface Asked {
  /** All calls in order: the first, then the requests to correct the form. */
  readonly calls: readonly CallRef[];
  /** The last reply, as it came. */
  readonly answer: ModelAnswer;
  /** Sum over all calls. An endpoint that reports no usage counts as none. */
  readonly tokens: number;
}

/** `isFallback`: no reply could be read. The caller uses its documented fallback value and counts it. */
export type StructuredAnswer<T> = Asked &
  (
    | { readonly value: T; readonly isFallback: false }
    | { readonly value: null; readonly isFallback: true; readonly problem: string }
  );

/**
 * After an unreadable reply, the form is requested once more, under the same draw, unless the endpoint filtered the reply or
 * the request is too long: the result would be the same. @throws what `ask` throws. An unreadable reply is not an error
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
    const read = await readReply(answer, parse);
    if (read.ok) return { value: read.value, isFallback: false, ...asked };
    if (!read.repairable || nth >= repairs) {
      return { value: null, isFallback: true, problem: read.problem, ...asked };
    }
    onRepair?.();
    messages = extendWithRepair(messages, textOfAnswer(answer), read.problem);
  }
}

type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string; readonly repairable: boolean };

async function readReply<T>(
  answer: ModelAnswer,
  parse: StructuredQuestion<T>['parse'],
): Promise<Reading<T>> {
  switch (answer.finishReason) {
    case 'content-filter':
      return { ok: false, problem: 'the reply was withheld by a filter', repairable: false };
    case 'context-length':
      return { ok: false, problem: 'the prompt is too long for the model', repairable: false };
    case 'stop':
    case 'length': {
      const parsed = await parse(textOfAnswer(answer));
      return parsed.ok ? parsed : { ok: false, problem: parsed.problem, repairable: true };
    }
    default:
      return assertNever(answer.finishReason);
  }
}

function tokensOf({ usage }: ModelAnswer): number {
  return usage === null ? 0 : usage.promptTokens + usage.completionTokens;
}
