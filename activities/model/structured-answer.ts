import { extendWithRepair } from '../../core/agents/extend-with-repair';
import { textOfAnswer } from '../../core/agents/text-of-answer';
import { assertNever } from '../../core/assert-never';
import type { CallUse } from '../../core/ports/journal';
import type { CallRef, ModelAnswer } from '../../core/schemas/model';
import type { ModelQuestion, ModelReply } from './ask-model';

export type ParseResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

export interface StructuredQuestion<T> extends ModelQuestion {
  readonly ask: (question: ModelQuestion) => Promise<ModelReply>;
  /** A second answer is about to be asked for. */
  readonly onRepair?: (() => void) | undefined;
  /** Lenient: takes the value out of whatever surrounds it. */
  readonly parse: (text: string) => ParseResult<T>;
}

interface Asked {
  /** Every call made, in order: one, or two with the repair question. */
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
 * Asks for an answer of a known form. An unreadable reply gets one repair question, under the same draw; if that
 * cannot be read either, there is no value. A filtered reply or a prompt that is too long would only be so again:
 * no repair question.
 * @throws what `ask` throws; an unreadable reply is no error.
 */
export async function askStructured<T>(
  question: StructuredQuestion<T>,
): Promise<StructuredAnswer<T>> {
  const { ask, parse, request, use } = question;
  const first = await ask({ request, use: { ...use, repair: false } });
  const firstCalls = [callRef(first, use, false)];
  const firstAsked = {
    calls: firstCalls,
    answer: first.answer,
    tokens: tokensOf(first.answer),
  };
  const read = readReply(first.answer, parse);
  if (read.ok) return { value: read.value, neutral: false, ...firstAsked };
  if (!read.repairable) return none(read.problem, { ...firstAsked });

  question.onRepair?.();
  const second = await ask({
    request: {
      ...request,
      messages: extendWithRepair(request.messages, textOfAnswer(first.answer), read.problem),
    },
    use: { ...use, repair: true },
  });
  const asked = {
    calls: [...firstCalls, callRef(second, use, true)],
    answer: second.answer,
    tokens: firstAsked.tokens + tokensOf(second.answer),
  };
  const reread = readReply(second.answer, parse);
  return reread.ok
    ? { value: reread.value, neutral: false, ...asked }
    : none(reread.problem, asked);
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

function none<T>(problem: string, asked: Asked): StructuredAnswer<T> {
  return { value: null, neutral: true, problem, ...asked };
}

function tokensOf({ usage }: ModelAnswer): number {
  return usage === null ? 0 : usage.promptTokens + usage.completionTokens;
}

function callRef({ identity }: ModelReply, use: CallUse, repair: boolean): CallRef {
  return { role: use.context.role, identity, repair };
}
