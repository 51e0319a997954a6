import { APIError } from 'openai';

import type { FinishReason } from '../../core/schemas/model';

/** An answer in the form of a refusal: data on the model, not trouble with the endpoint. */
export type RefusalAnswer = Extract<FinishReason, 'context-length' | 'content-filter'>;

const contextCodes = /context_length_exceeded|exceed_context_size|context_window_exceeded/i;
const contextWords =
  /maximum context length|context (length|window|size)|prompt is too long|input is too long|reduce the length of (the|your) (messages|prompt|input)/i;
// About the length asked for, which is a setting: calling it the prompt's length would hide a mistake in every node.
const askedLength = /max_(completion_)?tokens\b.{0,60}\btoo large/i;
const filterCodes = /^(content_filter|content_policy_violation|responsibleaipolicyviolation)$/i;

/**
 * Some endpoints say with an error what others say with a finish reason. null: it is a real error.
 */
export function refusalAnswer(error: unknown): RefusalAnswer | null {
  if (!(error instanceof APIError)) return null;
  const status: unknown = error.status;
  if (status !== 400 && status !== 413 && status !== 422) return null;
  const codes = [error.code, error.type].map((code) => String(code ?? ''));
  if (codes.some((code) => filterCodes.test(code))) return 'content-filter';
  if (codes.some((code) => contextCodes.test(code))) return 'context-length';
  if (askedLength.test(error.message)) return null;
  return contextWords.test(error.message) ? 'context-length' : null;
}

/** A part of a request that not every endpoint or model understands, and that can be left out or said otherwise. */
export const optionalFeatures = [
  'json-schema',
  'seed',
  'max-tokens',
  'tools',
  'stream-usage',
  'stream',
] as const;
export type OptionalFeature = (typeof optionalFeatures)[number];

const unsupported =
  /not (currently |yet )?(support|permit|allow|available|implement|accept)|unsupported|unavailable|unknown|unrecogni[sz]ed|unexpected|(does not|doesn't|cannot|can't) (support|accept)|extra (inputs|fields)|invalid (schema|type)|must be one of|supported values/i;
const named: Readonly<Record<OptionalFeature, RegExp>> = {
  'json-schema': /response[_ ]?format|json[_ ]schema|structured output|guided (json|decoding)/i,
  seed: /\bseed\b/i,
  'max-tokens': /max_completion_tokens/i,
  tools: /\btools?\b|tool_choice|function[ _]call/i,
  'stream-usage': /stream_options|include_usage/i,
  stream: /\bstream(ed|ing)?\b/i,
};
const parameterOf: Readonly<Record<OptionalFeature, string>> = {
  'json-schema': 'response_format',
  seed: 'seed',
  'max-tokens': 'max_tokens',
  tools: 'tool',
  // Before `stream`, which its name begins with.
  'stream-usage': 'stream_options',
  stream: 'stream',
};

/** As vLLM (400), llama.cpp (500) and OpenRouter (404) say that a model has no tools. */
const withoutTools =
  /requires --(enable-auto-tool-choice|jinja)|no endpoints found that support tool use/i;

/**
 * Which of the features that were sent the endpoint says it does not support; null when the refusal is about
 * something else. It takes both: a 400 or 422 that names the feature (in `param`, or in words), and words that
 * say "unsupported".
 */
export function unsupportedFeature(
  error: unknown,
  sent: readonly OptionalFeature[],
): OptionalFeature | null {
  if (!(error instanceof APIError)) return null;
  const status: unknown = error.status;
  const words = `${String(error.code ?? '')} ${error.message}`;
  if (sent.includes('tools') && withoutTools.test(words)) return 'tools';
  if (status !== 400 && status !== 422) return null;
  if (!unsupported.test(words)) return null;
  const param = String(error.param ?? '');
  // A named parameter decides; words are read only where none is named.
  const names = (feature: OptionalFeature) =>
    param === '' ? named[feature].test(words) : param.startsWith(parameterOf[feature]);
  return sent.find(names) ?? null;
}
