import type {
  ChatCompletionCreateParams,
  ChatCompletionMessageParam,
  ChatCompletionFunctionTool,
} from 'openai/resources/chat/completions';

import { textOfAnswer } from '../core/replies/text-of-answer';
import { optionalFeatures } from '../core/schemas/model';
import type {
  AnswerFormat,
  Message,
  ModelRequest,
  OptionalFeature,
  RequestContext,
} from '../core/schemas/model';
import { endpointSeed } from './request-identity';

/** The optional features a request makes use of: those an endpoint could refuse. */
export function featuresOf(
  request: ModelRequest,
  options: { readonly acceptsSeed: boolean; readonly streams: boolean },
): readonly OptionalFeature[] {
  if (request.parameters.task === 'embedding') return [];
  const uses: Readonly<Record<OptionalFeature, boolean>> = {
    'json-schema': request.parameters.format !== undefined,
    seed: options.acceptsSeed,
    temperature: request.parameters.temperature !== undefined,
    'max-tokens': request.parameters.maxTokens !== undefined,
    tools: (request.parameters.tools ?? []).length > 0,
    stream: options.streams,
    'stream-usage': options.streams,
    'system-role': request.messages.some(({ role }) => role === 'system'),
  };
  return optionalFeatures.filter((feature) => uses[feature]);
}

/** The body of a chat completion that uses `features` and no other optional one. */
export function chatBody(
  request: ModelRequest,
  features: readonly OptionalFeature[],
): ChatCompletionCreateParams {
  const { temperature, maxTokens, format } = request.parameters;
  const maxTokensField = features.includes('max-tokens') ? 'max_tokens' : 'max_completion_tokens';
  return {
    model: request.model,
    messages: (features.includes('system-role')
      ? request.messages
      : withoutSystem(request.messages)
    ).map(features.includes('tools') ? toolMessage : fencedMessage),
    ...(features.includes('temperature') && temperature !== undefined ? { temperature } : {}),
    ...(maxTokens === undefined ? {} : { [maxTokensField]: maxTokens }),
    ...(features.includes('seed') ? { seed: endpointSeed(request.seed, request.draw) } : {}),
    ...(format !== undefined && features.includes('json-schema')
      ? { response_format: responseFormat(format) }
      : {}),
    ...(features.includes('tools') ? { tools: [executeCode] } : {}),
    ...(features.includes('stream') ? { stream: true } : {}),
    ...(features.includes('stream') && features.includes('stream-usage')
      ? { stream_options: { include_usage: true } }
      : {}),
  };
}

const executeCode: ChatCompletionFunctionTool = {
  type: 'function',
  function: {
    name: 'execute_code',
    description:
      'Runs Python code in a session that keeps its variables, and returns what it printed and the value of its last line.',
    parameters: {
      type: 'object',
      properties: { code: { type: 'string', description: 'The Python code to run.' } },
      required: ['code'],
      additionalProperties: false,
    },
  },
};

function toolMessage({ role, content, toolCall, toolCallId }: Message): ChatCompletionMessageParam {
  if (role === 'tool') return { role, content, tool_call_id: toolCallId ?? '' };
  if (role !== 'assistant' || toolCall === undefined) return { role, content };
  const { id, code } = toolCall;
  const call = { name: executeCode.function.name, arguments: JSON.stringify({ code }) };
  return {
    role,
    content: content === '' ? null : content,
    tool_calls: [{ id, type: 'function', function: call }],
  };
}

/** The same conversation for a model whose template knows no system role: what it says stands before what the user says first. */
function withoutSystem(messages: readonly Message[]): readonly Message[] {
  const said = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : []));
  const others = messages.filter(({ role }) => role !== 'system');
  const [first, ...rest] = others;
  if (said.length === 0) return messages;
  return first?.role === 'user'
    ? [{ ...first, content: [...said, first.content].join('\n\n') }, ...rest]
    : [{ role: 'user', content: said.join('\n\n') }, ...others];
}

/** The same conversation for a model without tools. */
function fencedMessage({ role, content, toolCall }: Message): ChatCompletionMessageParam {
  if (role === 'tool') return { role: 'user', content };
  return { role, content: textOfAnswer({ text: content, toolCall }) };
}

/** For our own model server alone. Header values are ASCII, so other characters of the problem's id are percent-encoded. */
export function ownServerHeaders(
  request: ModelRequest,
  context: RequestContext,
): Readonly<Record<string, string>> {
  const { sample, ordinal } = request.draw;
  return {
    'x-espalier-problem': encodeURI(context.problem),
    'x-espalier-role': context.role,
    'x-espalier-seed': String(request.seed),
    'x-espalier-draw': `${String(sample)}/${String(ordinal)}`,
    ...(context.sets === undefined ? {} : { 'x-espalier-sets': String(context.sets) }),
  };
}

function responseFormat(
  format: AnswerFormat,
): NonNullable<ChatCompletionCreateParams['response_format']> {
  const { name, schema } = format;
  return {
    type: 'json_schema',
    json_schema: { name, schema: { ...schema }, strict: isClosedObject(schema) },
  };
}

/** Strict mode takes objects only whose properties are all required and that allow no others. */
function isClosedObject(schema: AnswerFormat['schema']): boolean {
  const properties: unknown = schema['properties'];
  const required: unknown = schema['required'];
  if (schema['type'] !== 'object' || schema['additionalProperties'] !== false) return false;
  if (typeof properties !== 'object' || properties === null || !Array.isArray(required))
    return false;
  return Object.keys(properties).every((name) => required.includes(name));
}
