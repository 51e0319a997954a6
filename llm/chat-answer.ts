import { z } from 'zod';

import {
  AnswerOrigin,
  type FinishReason,
  type TokenUsage,
  type ToolCall,
} from '../core/schemas/model';
import { describeText } from './failures/error-body';
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
  usage: z
    .object({ prompt_tokens: z.int().nonnegative(), completion_tokens: z.int().nonnegative() })
    .nullish()
    .catch(null),
  model: textOrNull,
  espalier: z.unknown().optional(),
});
type Choice = z.infer<typeof Completion>['choices'][number];

/** In characters; what is longer is no name. */
const longestModelName = 200;

/** Some gateways answer 200 and put the trouble into the body. */
const TroubleInBody = z.object({
  error: z.looseObject({ code: z.coerce.number().int().min(400).max(599) }),
});

const WordsInBody = z.object({ error: z.looseObject({ message: z.string().min(1) }) });

/** What a body of a successful answer holds. */
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
  | { readonly kind: 'nonsense'; readonly words: string };

/** Reads the body of a chat completion: strict on what we need, tolerant of whatever else there is. */
export function readChatAnswer(body: string, ownServer: boolean): ChatReading {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return { kind: 'nonsense', words: `not JSON but ${describeText(body)}` };
  }
  return readCompletion(json, ownServer);
}

/** The same of a body that is JSON already. */
export function readCompletion(json: unknown, ownServer: boolean): ChatReading {
  const parsed = Completion.safeParse(json);
  if (!parsed.success) return notACompletion(json, parsed.error);
  const [choice] = parsed.data.choices;
  if (choice === undefined) return { kind: 'nonsense', words: 'a completion without choices' };
  const finishReason = finishReasonOf(choice);
  if (finishReason === null) {
    return { kind: 'nonsense', words: `generation ended as "${String(choice.finish_reason)}"` };
  }
  const { usage, espalier, model } = parsed.data;
  const origin = ownServer ? AnswerOrigin.safeParse(espalier) : null;
  return {
    kind: 'answer',
    ...(finishReason === 'content-filter' ? { text: '' } : said(choice, finishReason)),
    finishReason,
    servedModel: model?.slice(0, longestModelName) ?? null,
    usage: usage
      ? { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens }
      : null,
    origin: origin?.success === true ? origin.data : null,
  };
}

function notACompletion(json: unknown, problem: z.ZodError): ChatReading {
  const trouble = TroubleInBody.safeParse(json);
  if (trouble.success) {
    return { kind: 'trouble', status: trouble.data.error.code, error: trouble.data };
  }
  const said = WordsInBody.safeParse(json);
  if (said.success) return { kind: 'nonsense', words: said.data.error.message };
  const issue = problem.issues[0];
  const place = issue === undefined || issue.path.length === 0 ? 'the body' : issue.path.join('.');
  return { kind: 'nonsense', words: `not a chat completion: ${place}: ${issue?.message ?? ''}` };
}

/** null: the endpoint gave up in the middle, which is trouble and no answer. */
function finishReasonOf({ finish_reason, message }: Choice): FinishReason | null {
  if (typeof message.refusal === 'string' && message.refusal !== '') return 'content-filter';
  switch (finish_reason ?? 'stop') {
    case 'length':
    case 'max_tokens':
      return 'length';
    case 'content_filter':
    case 'safety':
      return 'content-filter';
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
