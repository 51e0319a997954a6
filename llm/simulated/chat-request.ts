import { z } from 'zod';
import type { IncomingHttpHeaders } from 'node:http';

import { canonicalJson } from '../../core/values/canonical-json';
import { agentRoles } from '../../core/names/roles';
import { codeOf } from '../tool-code';
import { badRequest, headerOf } from './http-problem';
import type { JsonValue } from '../../core/values/canonical-json';
import type { Message } from '../../core/schemas/model';
import type { ReplyRequest } from './replies/reply';
import { sha256Of } from '../sha256-of';

/** A content part of a multi-part message; other kinds than text have nothing to say to us. */
const ContentPart = z.object({ type: z.string(), text: z.string().optional() });

/** What we read of a chat completion request; whatever else an OpenAI client sends is let through. */
const ChatBody = z.object({
  model: z.string().min(1),
  messages: z
    .array(
      z.object({
        role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
        content: z.union([z.string(), z.array(ContentPart), z.null()]).optional(),
        tool_calls: z
          .array(z.object({ id: z.string().min(1), function: z.object({ arguments: z.string() }) }))
          .nullish(),
        tool_call_id: z.string().min(1).nullish(),
      }),
    )
    .min(1),
  max_tokens: z.int().positive().nullish(),
  max_completion_tokens: z.int().positive().nullish(),
  n: z.literal(1, 'only one choice at a time: ask again with another x-espalier-draw').nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  response_format: z.object({ type: z.string() }).nullish(),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })).nullish(),
});

export interface ChatRequest {
  readonly reply: ReplyRequest;
  /** The Idempotency-Key, else a hash of what decides the answer. */
  readonly identity: string;
  readonly model: string;
  readonly maxTokens: number | null;
  /** The model may call `execute_code`. */
  readonly offersTool: boolean;
  readonly stream: 'none' | 'without-usage' | 'with-usage';
}

/** @throws HttpProblem (400) naming the header or field that is wrong, with the remedy. */
export function parseChatRequest(headers: IncomingHttpHeaders, body: string): ChatRequest {
  return requestOf(ChatBody, { headers, body }, (chat) => {
    const format = chat.response_format?.type ?? 'text';
    return {
      messages: chat.messages.map(toMessage),
      structured: format === 'json_schema' || format === 'json_object',
      model: chat.model,
      maxTokens: chat.max_completion_tokens ?? chat.max_tokens ?? null,
      offersTool: chat.tools?.some((tool) => tool.function.name === 'execute_code') ?? false,
      stream:
        chat.stream !== true
          ? 'none'
          : chat.stream_options?.include_usage === true
            ? 'with-usage'
            : 'without-usage',
    };
  });
}

/** A request of any form. @throws HttpProblem (400) naming the header or field that is wrong, with the remedy. */
export function requestOf<T>(
  form: z.ZodType<T>,
  { headers, body }: { readonly headers: IncomingHttpHeaders; readonly body: string },
  read: (
    value: T,
  ) => Omit<ChatRequest, 'reply' | 'identity'> & Pick<ReplyRequest, 'messages' | 'structured'>,
): ChatRequest {
  const value = parseJson(body);
  const parsed = form.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const field = issue === undefined || issue.path.length === 0 ? 'body' : issue.path.join('.');
    throw badRequest('invalid_request', `${field}: ${issue?.message ?? 'invalid'}`);
  }
  const { messages, structured, ...rest } = read(parsed.data);
  const asked = readAddress(headers);
  const identity = headerOf(headers, 'idempotency-key') ?? identityOf(asked, value);
  return { reply: { ...asked, messages, structured }, identity, ...rest };
}

type Address = Pick<ReplyRequest, 'problem' | 'role' | 'seed' | 'draw' | 'sets'>;

function readAddress(headers: IncomingHttpHeaders): Address {
  const role = needed(headers, 'x-espalier-role', `one of ${agentRoles.join(', ')}`, (text) =>
    agentRoles.find((known) => known === text),
  );
  return {
    problem: needed(headers, 'x-espalier-problem', "the problem's id, percent-encoded", decoded),
    role,
    seed: needed(headers, 'x-espalier-seed', "the run's seed, a whole number from 0", wholeNumber),
    draw: needed(headers, 'x-espalier-draw', 'sample/ordinal, two whole numbers from 0', (text) => {
      const [sample, ordinal, ...more] = text.split('/').map(wholeNumber);
      if (sample === undefined || ordinal === undefined || more.length > 0) return undefined;
      return { sample, ordinal };
    }),
    ...(headers['x-espalier-sets'] === undefined
      ? {}
      : { sets: needed(headers, 'x-espalier-sets', 'a whole number from 0', wholeNumber) }),
  };
}

/** A header that every request to this server carries, in the form that `read` understands. */
function needed<T>(
  headers: IncomingHttpHeaders,
  name: string,
  ...[form, read]: [string, (text: string) => T | undefined]
): T {
  const text = headerOf(headers, name);
  const value = text === undefined ? undefined : read(text);
  if (value !== undefined) return value;
  const found = text === undefined ? 'is missing' : `is ${JSON.stringify(text)}`;
  throw badRequest(
    text === undefined ? 'missing_header' : 'invalid_header',
    `header ${name} ${found}; it must be ${form}. This server answers from recorded programs and has to know which ` +
      'problem, role, seed and draw a request belongs to: send x-espalier-problem, x-espalier-role, ' +
      'x-espalier-seed and x-espalier-draw, as espalier itself does with --model simulated and --model recorded:FILE',
  );
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function wholeNumber(text: string): number | undefined {
  const value = Number(text);
  return /^[0-9]+$/.test(text) && Number.isSafeInteger(value) ? value : undefined;
}

function toMessage(message: z.infer<typeof ChatBody>['messages'][number]): Message {
  const { role, content } = message;
  const text = Array.isArray(content)
    ? content.map((part) => part.text ?? '').join('')
    : (content ?? '');
  const call = message.tool_calls?.[0];
  return {
    role: role === 'developer' ? 'system' : role,
    content: text,
    ...(call === undefined
      ? {}
      : { toolCall: { id: call.id, code: codeOf(call.function.arguments) } }),
    ...(message.tool_call_id ? { toolCallId: message.tool_call_id } : {}),
  };
}

function identityOf(asked: Address, body: unknown): string {
  const address = `${asked.problem} ${asked.role} ${String(asked.seed)}`;
  const draw = `${String(asked.draw.sample)}/${String(asked.draw.ordinal)}`;
  return sha256Of(canonicalJson({ address, draw, body: body as JsonValue }));
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : '';
    throw badRequest(
      'invalid_json',
      `the body is not JSON (${reason}); send a chat completion request`,
    );
  }
}
