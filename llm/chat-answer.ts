import { z } from 'zod';

import {
  AnswerOrigin,
  type FinishReason,
  type TokenUsage,
  type ToolCall,
} from '../core/schemas/model';
import { describeText, isPage } from './failures/error-body';
import { codeOf } from './tool-code';

export const textOrNull = z.string().nullish().catch(null);
/** Text, or parts of which some are text. */
export const contentForm = z
  .union([
    z.string(),
    z.array(z.looseObject({ text: z.string().optional().catch(undefined) })),
    z.null(),
  ])
  .optional();

const Call = z.object({
  id: textOrNull,
  function: z.object({ name: textOrNull, arguments: textOrNull }),
});

const usageForm = z
  .object({ prompt_tokens: z.int().nonnegative(), completion_tokens: z.int().nonnegative() })
  .nullish()
  .catch(null);

/** The part of a chat completion that we read; everything else an endpoint adds is let through. */
const Completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: textOrNull,
        message: z.object({
          content: contentForm,
          refusal: textOrNull,
          reasoning_content: textOrNull,
          reasoning: textOrNull,
          tool_calls: z.array(Call).nullish().catch(null),
        }),
      }),
    )
    .min(1),
  usage: usageForm,
  model: textOrNull,
  espalier: z.unknown().optional(),
});
type Choice = z.infer<typeof Completion>['choices'][number];

/** In characters; what is longer is no name. */
export const longestModelName = 200;

/** Some gateways answer 200 and put the trouble into the body. */
const TroubleInBody = z.object({
  error: z.looseObject({ code: z.coerce.number().int().min(400).max(599) }),
});

const Paid = z.object({ usage: usageForm });

const WordsInBody = z.object({ error: z.looseObject({ message: z.string().min(1) }) });

export type ChatReading =
  | {
      readonly kind: 'answer';
      readonly text: string;
      readonly finishReason: FinishReason;
      readonly usage: TokenUsage | null;
      /** As the endpoint names what answered; null: it does not. */
      readonly servedModel: string | null;
      /** Of our own server; null from any other. */
      readonly origin: AnswerOrigin | null;
      readonly toolCall?: ToolCall;
    }
  | { readonly kind: 'trouble'; readonly status: number; readonly error: object }
  | {
      readonly kind: 'nonsense';
      readonly words: string;
      /** Paid all the same, where it says so. */
      readonly usage: TokenUsage | null;
      /** A web page stands there. */
      readonly page: boolean;
      /** What the body itself calls an error. */
      readonly error?: object;
    };

/** Reads the body of a chat completion: strict on what we need, tolerant of whatever else there is. */
export function readChatAnswer(body: string, ownServer: boolean): ChatReading {
  return readJsonAnswer(body, (json) => readCompletion(json, ownServer));
}

/** Reads a body that should be JSON. */
export function readJsonAnswer(body: string, read: (json: unknown) => ChatReading): ChatReading {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    const words = `not JSON but ${describeText(body)}`;
    return { kind: 'nonsense', words, usage: null, page: isPage(body) };
  }
  return read(json);
}

/** The same of a body that is JSON already. */
export function readCompletion(json: unknown, ownServer: boolean): ChatReading {
  const parsed = Completion.safeParse(json);
  if (!parsed.success) return otherAnswer(json, 'a chat completion', parsed.error);
  const { usage, espalier, model } = parsed.data;
  const [choice] = parsed.data.choices;
  if (choice === undefined) return nonsense('a completion without choices', usage);
  const finishReason = finishReasonOf(choice);
  if (finishReason === null) {
    return nonsense(`generation ended as "${String(choice.finish_reason)}"`, usage);
  }
  const origin = ownServer ? AnswerOrigin.safeParse(espalier) : null;
  return {
    kind: 'answer',
    ...(finishReason === 'content-filter' ? { text: '' } : said(choice, finishReason)),
    finishReason,
    servedModel: model?.slice(0, longestModelName) ?? null,
    usage: usageOf(usage),
    origin: origin?.success === true ? origin.data : null,
  };
}

/** What JSON is that is not the answer which was expected: trouble of the endpoint, or nonsense. */
export function otherAnswer(json: unknown, expected: string, problem: z.ZodError): ChatReading {
  const trouble = TroubleInBody.safeParse(json);
  if (trouble.success) {
    return { kind: 'trouble', status: trouble.data.error.code, error: trouble.data };
  }
  const paid = Paid.safeParse(json);
  const usage = paid.success ? paid.data.usage : null;
  const said = WordsInBody.safeParse(json);
  if (said.success) {
    return { ...nonsense(said.data.error.message, usage), error: said.data };
  }
  const issue = problem.issues[0];
  const place = issue === undefined || issue.path.length === 0 ? 'the body' : issue.path.join('.');
  return nonsense(`not ${expected}: ${place}: ${issue?.message ?? ''}`, usage);
}

type Usage = z.infer<typeof usageForm>;

function nonsense(words: string, usage: Usage): Extract<ChatReading, { kind: 'nonsense' }> {
  return { kind: 'nonsense', words, usage: usageOf(usage), page: false };
}

function usageOf(usage: Usage): TokenUsage | null {
  return usage
    ? { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens }
    : null;
}

/** As OpenAI, Gemini, Bedrock and Anthropic say it; Gemini adds what of. */
const filtered =
  /^(content_filter(ed)?\b.*|safety|prohibited_content|blocklist|recitation|spii|guardrail_intervened|refusal)$/;

/** null: the endpoint gave up in the middle, which is trouble and no answer. */
function finishReasonOf({ finish_reason, message }: Choice): FinishReason | null {
  if (typeof message.refusal === 'string' && message.refusal !== '') return 'content-filter';
  const reason = (finish_reason ?? 'stop').toLowerCase();
  if (filtered.test(reason)) return 'content-filter';
  switch (reason) {
    case 'length':
    case 'max_tokens':
      return 'length';
    case 'error':
    case 'abort':
    case 'cancelled':
      return null;
    default:
      // `stop`, `tool_calls`, `eos`, none at all, ...: the model was done.
      return 'stop';
  }
}

/** Text and tool call: the first call of `execute_code`; where there is none, any other call is told as text. */
function said(choice: Choice, finishReason: FinishReason): { text: string; toolCall?: ToolCall } {
  const text = textOf(choice);
  const calls = choice.message.tool_calls ?? [];
  const known = calls.find(({ function: { name } }) => toolNames.has(name ?? ''));
  const [call = known] = known === undefined ? calls : [known];
  if (call === undefined) return { text };
  const { name, arguments: given } = call.function;
  if (known === undefined) {
    return { text: behind(text, `[calls the tool ${name ?? ''}: ${given ?? ''}]`) };
  }
  const code = codeOf(given ?? '');
  // Cut off, it must not be taken for all of the code.
  if (finishReason === 'length') return { text: behind(text, `\`\`\`python\n${code}`) };
  return {
    text,
    toolCall: {
      id: call.id === null || call.id === undefined || call.id === '' ? 'call' : call.id,
      code,
    },
  };
}

/** Models that were trained on a tool of the name `python` call it that. */
const toolNames: ReadonlySet<string> = new Set(['execute_code', 'python']);

function behind(text: string, more: string): string {
  return text.trim() === '' ? more : `${text.trimEnd()}\n\n${more}`;
}

/** The reply, with the reasoning that some endpoints send apart put in front as a `<think>` block. */
function textOf({ message }: Choice): string {
  const reply = textOfContent(message.content);
  const reasoning = message.reasoning_content ?? message.reasoning ?? '';
  if (reasoning.trim() === '' || reply.trimStart().startsWith('<think>')) return reply;
  // A closing tag inside would end the block early and turn reasoning into reply.
  return `<think>\n${reasoning.replaceAll('</think>', '')}\n</think>\n${reply}`;
}

export function textOfContent(content: z.infer<typeof contentForm>): string {
  return Array.isArray(content) ? content.map((part) => part.text ?? '').join('') : (content ?? '');
}
