import { APIError } from 'openai';

import type { FinishReason, OptionalFeature } from '../../core/schemas/model';

/** An answer in the form of a refusal: data on the model, not trouble with the endpoint. */
export type RefusalAnswer = Extract<FinishReason, 'context-length' | 'content-filter'>;

const contextCodes = /context_length_exceeded|exceed_context_size|context_window_exceeded/i;
const contextWords =
  /maximum context length|context (length|window|size)|prompt is too long|input is too long|reduce the length of (the|your) (messages|prompt|input)/i;
// About the length asked for, which is a setting: calling it the prompt's length would hide a mistake in every node.
const askedLength = /max_(completion_)?tokens\b.{0,60}\btoo large/i;
const filterCodes =
  /^(content_filter(ed)?|content_policy_violation|responsibleaipolicyviolation|data_inspection_failed|prohibited_content|guardrail_intervened)$/i;
// Of a prompt or an answer, never of an account: a firewall's or an organisation's policy is a matter of the key.
const filterWords = new RegExp(
  [
    'content[ _](filter|management policy|policy ?violation)',
    'contentpolicyviolation|responsibleaipolicyviolation',
    '(prompt|input|response|content) (was|were|has been|is|being) (flagged|filtered|blocked)',
    // Blocked as such it is by a firewall, which knows nothing of what is asked.
    'request (was|has been|is) (flagged|filtered)',
    '(rejected|flagged|blocked) (as a result of|by|due to) (our |the )?(safety|content|guardrail|moderation)',
    'flagged as potentially violating',
    'blocked by content filtering|guardrail intervened|prohibited_content',
    'content exists risk|(contain|containing) (inappropriate|sensitive) content',
  ].join('|'),
  'i',
);
const refusingStatuses: ReadonlySet<unknown> = new Set([400, 403, 413, 422]);

/** Some endpoints give an error where others give a finish reason. null: a real error. */
export function refusalAnswer(error: unknown): RefusalAnswer | null {
  if (!(error instanceof APIError)) return null;
  const status: unknown = error.status;
  if (!refusingStatuses.has(status)) return null;
  const codes = [error.code, error.type].map((code) => String(code ?? ''));
  if (codes.some((code) => filterCodes.test(code)) || filterWords.test(error.message)) {
    return 'content-filter';
  }
  if (status === 403) return null;
  if (codes.some((code) => contextCodes.test(code))) return 'context-length';
  if (askedLength.test(error.message)) return null;
  return contextWords.test(error.message) ? 'context-length' : null;
}

const unsupported =
  /not (currently |yet )?(support|permit|allow|available|implement|accept|enabled)|unsupported|unavailable|unknown|unrecogni[sz]ed|unexpected|deprecated|(does not|doesn't|do not|don't|cannot|can't) (support|accept)|extra (inputs|fields)|invalid (schema|type)|must be one of|supported values|may only be set to|only \S{1,8} is allowed|cannot unmarshal|must alternate/i;
const named: Readonly<Record<OptionalFeature, RegExp>> = {
  'json-schema': /response[_ ]?format|json[_ ]schema|structured output|guided (json|decoding)/i,
  seed: /\bseed\b/i,
  temperature: /\btemperature\b/i,
  'max-tokens': /max_completion_tokens/i,
  tools: /\btools?\b|tool_choice|function[ _]call/i,
  'stream-usage': /stream_options|include_usage/i,
  stream: /\bstream(ed|ing)?\b/i,
  'system-role':
    /\bsystem (role|message|prompt|instruction)|\brole\b.{0,40}\bsystem\b|developer instruction|roles must alternate/i,
};
const parameterOf: Readonly<Record<OptionalFeature, string>> = {
  'json-schema': 'response_format',
  seed: 'seed',
  temperature: 'temperature',
  'max-tokens': 'max_tokens',
  tools: 'tool',
  // Before `stream`, which its name begins with.
  'stream-usage': 'stream_options',
  stream: 'stream',
  'system-role': 'messages[0].role',
};

/** As vLLM (400), llama.cpp (500) and OpenRouter (404) say that a model has no tools. */
const withoutTools =
  /requires --(enable-auto-tool-choice|jinja)|no endpoints found that support tool use/i;
/** As Groq (400) says that the model wrote no JSON of the schema: it never will be heard that way. */
const withoutJson = /json_validate_failed|failed to generate json/i;
/** As templates of models say it, in servers that make it a 500. */
const withoutSystem = /system role not supported|roles must alternate/i;

/**
 * Which sent feature the endpoint does not support; null: another refusal. It takes a 400 or 422 that names the feature (in
 * `param`, or in words) and words that say "unsupported"; or words that only one refusal has.
 */
export function unsupportedFeature(
  error: unknown,
  sent: readonly OptionalFeature[],
): OptionalFeature | null {
  if (!(error instanceof APIError)) return null;
  const status: unknown = error.status;
  const words = `${String(error.code ?? '')} ${error.message}`;
  if (sent.includes('tools') && withoutTools.test(words)) return 'tools';
  if (sent.includes('json-schema') && withoutJson.test(words)) return 'json-schema';
  if (sent.includes('system-role') && withoutSystem.test(words)) return 'system-role';
  if (status !== 400 && status !== 422) return null;
  if (!unsupported.test(words)) return null;
  const param = String(error.param ?? '');
  // A named parameter decides; words are read only where none is named.
  const names = (feature: OptionalFeature) =>
    param === '' ? named[feature].test(words) : param.startsWith(parameterOf[feature]);
  return sent.find(names) ?? null;
}
