import { assertNever } from '../../core/values/assert-never';
import { countTokens, countMessageTokens, cutToTokens } from './count-tokens';
import { roleTraits, writesProgram } from '../../core/names/roles';
import type { AnswerOrigin } from '../../core/schemas/model';
import type { ChatRequest } from './chat-request';
import type { ContentFault } from './faults';
import type { Reply } from './replies/reply';
import { inFence } from './replies/code-in-request';
import { unitOf } from './seeded';

/** An answer, before it is put into the form of one body or of a stream. */
export interface Completion {
  readonly id: string;
  readonly created: number;
  readonly model: string;
  /** null: `choices` is empty. */
  readonly choice: {
    readonly content: string | null;
    readonly refusal: string | null;
    /** Code that it asks to have run through the tool. */
    readonly code: string | null;
    readonly finishReason: 'stop' | 'length' | 'tool_calls';
  } | null;
  readonly usage: {
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly total_tokens: number;
  };
  readonly espalier: AnswerOrigin;
}

const refusal = 'I am sorry, but I cannot help with this request.';

/** The answer with what `max_tokens` and the request's content fault make of it. */
export function completionOf(
  request: ChatRequest,
  reply: Reply,
  fault: ContentFault | null,
): Completion {
  const whole = spoilt(request, reply, fault);
  const limitedChoice = whole === null ? null : limited(request, whole);
  const choice = withToolCall(request, reply, limitedChoice);
  const promptTokens = countMessageTokens(request.reply.messages);
  const completionTokens = countTokens(limitedChoice?.content ?? limitedChoice?.refusal ?? '');
  return {
    id: `chatcmpl-${request.identity.slice(0, 24)}`,
    // A time would make two answers to one request differ.
    created: 0,
    model: request.model,
    choice,
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
    espalier: reply.origin,
  };
}

type Choice = NonNullable<Completion['choice']>;

/** A reply that holds code, as it is said without tools. */
function textOf({ text, code }: Reply): string {
  return code === undefined ? text : `${text}${text === '' ? '' : '\n\n'}${inFence(code)}`;
}

/** Code that neither a limit nor a fault has touched goes through the tool where there is one. */
function withToolCall(request: ChatRequest, reply: Reply, choice: Choice | null): Choice | null {
  const isWhole = choice?.content === textOf(reply);
  if (!request.offersTool || reply.code === undefined || !isWhole) return choice;
  return { content: reply.text, refusal: null, code: reply.code, finishReason: 'tool_calls' };
}

function spoilt(request: ChatRequest, reply: Reply, fault: ContentFault | null): Choice | null {
  const text = textOf(reply);
  const whole: Choice = { content: text, refusal: null, code: null, finishReason: 'stop' };
  switch (fault) {
    case 'refusal':
      // Where a schema is asked for, a refusal has a field of its own; elsewhere it is prose.
      return request.reply.structured
        ? { ...whole, content: null, refusal }
        : { ...whole, content: refusal };
    case 'malformed':
      return { ...whole, content: malformed(request, text) };
    case 'cutOff':
      return {
        ...whole,
        content: text.slice(0, Math.floor(text.length / 2)),
        finishReason: 'length',
      };
    case 'emptyChoices':
      return null;
    case null:
      return whole;
    default:
      return assertNever(fault);
  }
}

/** JSON that does not parse, an answer that speaks of code and shows none, or guidance that is more than it may be. */
function malformed(request: ChatRequest, text: string): string {
  if (request.reply.structured) return `${text.slice(0, -1)},,`;
  if (roleTraits[request.reply.role].gives === 'guidance') {
    return unitOf(['malformed', request.identity]) < 0.5
      ? `${text} This one sentence more is too much. So is this. And this.`
      : `${text}\n\n${inFence('value = None')}`;
  }
  return writesProgram(request.reply.role)
    ? 'The function goes through its input once and returns what was asked for.'
    : 'It depends.';
}

function limited(request: ChatRequest, choice: Choice): Choice {
  const { maxTokens } = request;
  if (maxTokens === null || choice.content === null) return choice;
  const content = cutToTokens(choice.content, maxTokens);
  return content === choice.content ? choice : { ...choice, content, finishReason: 'length' };
}

/** The body of an answer that is not streamed. */
export function completionBody(completion: Completion): object {
  const { id, created, model, choice, usage, espalier } = completion;
  const choices =
    choice === null
      ? []
      : [
          {
            index: 0,
            message: {
              role: 'assistant',
              content: choice.content,
              refusal: choice.refusal,
              ...(choice.code === null ? {} : { tool_calls: [toolCall(id, choice.code)] }),
            },
            logprobs: null,
            finish_reason: choice.finishReason,
          },
        ];
  return { id, object: 'chat.completion', created, model, choices, usage, espalier };
}

function toolCall(completion: string, code: string): object {
  return {
    id: completion.replace('chatcmpl-', 'call_'),
    type: 'function',
    function: { name: 'execute_code', arguments: JSON.stringify({ code }) },
  };
}

/** Characters of content per streamed chunk. */
const chunkChars = 64;

/** The chunks of a streamed answer, without the closing `[DONE]`. The last one carries the origin. */
export function completionChunks(completion: Completion, withUsage: boolean): readonly object[] {
  const { id, created, model, choice, usage, espalier } = completion;
  const head = { id, object: 'chat.completion.chunk', created, model };
  const chunk = (delta: object, finishReason: string | null): object => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  });
  const pieces =
    choice === null
      ? []
      : [
          chunk({ role: 'assistant', content: '' }, null),
          ...piecesOf(choice.content ?? '').map((content) => chunk({ content }, null)),
          ...(choice.refusal === null ? [] : [chunk({ refusal: choice.refusal }, null)]),
          ...(choice.code === null
            ? []
            : toolCallDeltas(id, choice.code).map((calls) => chunk(calls, null))),
          chunk({}, choice.finishReason),
        ];
  return [...pieces, { ...head, choices: [], ...(withUsage ? { usage } : {}), espalier }];
}

/** Its name first, then its arguments piece by piece. */
function toolCallDeltas(completion: string, code: string): readonly object[] {
  const call = toolCall(completion, code);
  const named = { index: 0, ...call, function: { name: 'execute_code', arguments: '' } };
  const pieces = piecesOf(JSON.stringify({ code })).map((piece) => ({
    index: 0,
    function: { arguments: piece },
  }));
  return [named, ...pieces].map((part) => ({ tool_calls: [part] }));
}

function piecesOf(text: string): readonly string[] {
  const letters = [...text];
  const count = Math.ceil(letters.length / chunkChars);
  return Array.from({ length: count }, (_, index) =>
    letters.slice(index * chunkChars, (index + 1) * chunkChars).join(''),
  );
}
