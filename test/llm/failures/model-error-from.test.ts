import * as openai from 'openai/core/error';

import type { ErrorFate } from '../../../core/errors/errors';
import { modelErrorFrom, type FailedCall } from '../../../llm/failures/model-error-from';
import { TransportError } from '../../../llm/http-fetch';

const nowMs = Date.parse('2026-01-01T00:00:00Z');
const call: FailedCall = {
  endpoint: 'http://models.test/v1',
  model: 'gpt-x',
  secrets: ['hunter2222'],
  timeoutMs: 9_000,
  nowMs,
};

const { APIError } = openai;
const answered = (
  status: number,
  error: Record<string, unknown> = { message: 'words' },
  headers: Record<string, string> = {},
) => APIError.generate(status, { error }, undefined, new Headers(headers));
const transport = (connected: boolean, code: string) =>
  new openai.APIConnectionError({ cause: new TransportError(connected, code) });

interface Case {
  readonly what: string;
  readonly error: unknown;
  readonly name: string;
  readonly fate: ErrorFate;
  readonly outcomeUnknown?: boolean;
  readonly retryAfterMs?: number;
}

const wait = { 'retry-after': '5' };
const neverAgain = { 'x-should-retry': 'false' };
const again = { 'x-should-retry': 'true' };
const quota = { message: 'You exceeded your current quota', code: 'insufficient_quota' };
const retryable = { fate: 'retryable' } as const;
const pauses = { fate: 'pauses-run' } as const;
const terminal = { fate: 'terminal' } as const;

// prettier-ignore
const statuses: readonly Case[] = [
  { what: '302', error: answered(302), name: 'ModelNonsenseError', ...retryable },
  { what: '400', error: answered(400), name: 'ModelRejectedRequestError', ...terminal },
  { what: '401', error: answered(401), name: 'ModelAuthenticationError', ...pauses },
  { what: '402', error: answered(402), name: 'ModelQuotaError', ...pauses },
  { what: '403', error: answered(403), name: 'ModelAuthenticationError', ...pauses },
  { what: '404', error: answered(404), name: 'ModelNotFoundError', ...pauses },
  { what: '405', error: answered(405), name: 'ModelRejectedRequestError', ...terminal },
  { what: '408', error: answered(408), name: 'ModelTimeoutError', ...retryable },
  { what: '409', error: answered(409), name: 'ModelServerError', ...retryable },
  { what: '413', error: answered(413), name: 'ModelRejectedRequestError', ...terminal },
  { what: '422', error: answered(422), name: 'ModelRejectedRequestError', ...terminal },
  { what: '425', error: answered(425), name: 'ModelServerError', ...retryable },
  { what: '429', error: answered(429), name: 'ModelRateLimitError', ...retryable },
  { what: '429 with a wait', error: answered(429, {}, wait), name: 'ModelRateLimitError', ...retryable, retryAfterMs: 5_000 },
  { what: '429 out of quota', error: answered(429, quota, wait), name: 'ModelQuotaError', ...pauses },
  { what: '429 out of quota, as type', error: answered(429, { type: 'insufficient_quota' }), name: 'ModelQuotaError', ...pauses },
  { what: '500', error: answered(500), name: 'ModelServerError', ...retryable },
  { what: '502', error: answered(502), name: 'ModelServerError', ...retryable },
  { what: '503 with a wait', error: answered(503, {}, wait), name: 'ModelServerError', ...retryable, retryAfterMs: 5_000 },
  { what: '504', error: answered(504), name: 'ModelServerError', ...retryable },
  { what: '529', error: answered(529), name: 'ModelServerError', ...retryable },
  { what: '400 for a wrong key', error: answered(400, { message: 'API key not valid. Please pass a valid API key.' }), name: 'ModelAuthenticationError', ...pauses },
  { what: '400 for an unknown model', error: answered(400, { code: 'model_not_found' }), name: 'ModelNotFoundError', ...pauses },
  { what: '400 for an unknown model, in words', error: answered(400, { message: 'The model `gpt-x` does not exist' }), name: 'ModelNotFoundError', ...pauses },
  { what: '400 for an unknown model, as LiteLLM says it', error: answered(400, { message: '/chat/completions: Invalid model name passed in model=gpt-x' }), name: 'ModelNotFoundError', ...pauses },
  { what: '400 for an unknown model, as OpenRouter says it', error: answered(400, { message: 'gpt-x is not a valid model ID' }), name: 'ModelNotFoundError', ...pauses },
];

// prettier-ignore
const wishes: readonly Case[] = [
  { what: '400 to be tried again', error: answered(400, {}, { ...again, ...wait }), name: 'ModelRejectedRequestError', ...retryable, retryAfterMs: 5_000 },
  { what: '422 to be tried again', error: answered(422, {}, again), name: 'ModelRejectedRequestError', ...retryable },
  { what: '401 to be tried again', error: answered(401, {}, again), name: 'ModelAuthenticationError', ...pauses },
  { what: '403 to be tried again', error: answered(403, {}, again), name: 'ModelAuthenticationError', ...pauses },
  { what: '404 to be tried again', error: answered(404, {}, again), name: 'ModelNotFoundError', ...pauses },
  { what: 'quota to be tried again', error: answered(429, quota, again), name: 'ModelQuotaError', ...pauses },
  { what: '429 not to be tried again', error: answered(429, {}, neverAgain), name: 'ModelQuotaError', ...pauses },
  { what: '500 not to be tried again', error: answered(500, {}, { ...neverAgain, ...wait }), name: 'ModelServerError', ...terminal },
  { what: '408 not to be tried again', error: answered(408, {}, neverAgain), name: 'ModelTimeoutError', ...terminal },
  { what: '409 not to be tried again', error: answered(409, {}, neverAgain), name: 'ModelServerError', ...terminal },
  { what: 'a wish that is nonsense', error: answered(500, {}, { 'x-should-retry': 'maybe' }), name: 'ModelServerError', ...retryable },
];

const refusedSocket = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
const resetSocket = Object.assign(new Error('read'), { code: 'ECONNRESET' });
// prettier-ignore
const connections: readonly Case[] = [
  { what: 'refused', error: transport(false, 'ECONNREFUSED'), name: 'ModelConnectionError', ...retryable },
  { what: 'unresolved', error: transport(false, 'ENOTFOUND'), name: 'ModelConnectionError', ...retryable },
  { what: 'without a code', error: transport(false, 'UNKNOWN'), name: 'ModelConnectionError', ...retryable },
  { what: 'dropped', error: transport(true, 'ECONNRESET'), name: 'ModelConnectionError', ...retryable, outcomeUnknown: true },
  { what: 'refused, by the global fetch', error: new openai.APIConnectionError({ cause: new TypeError('fetch failed', { cause: refusedSocket }) }), name: 'ModelConnectionError', ...retryable },
  { what: 'dropped, by the global fetch', error: new openai.APIConnectionError({ cause: new TypeError('terminated', { cause: resetSocket }) }), name: 'ModelConnectionError', ...retryable, outcomeUnknown: true },
  { what: 'of unknown cause', error: new openai.APIConnectionError({}), name: 'ModelConnectionError', ...retryable, outcomeUnknown: true },
  { what: 'timed out', error: new openai.APIConnectionTimeoutError(), name: 'ModelTimeoutError', ...retryable, outcomeUnknown: true },
  { what: "aborted, but not by us", error: new openai.APIUserAbortError(), name: 'ModelConnectionError', ...retryable, outcomeUnknown: true },
];

// prettier-ignore
const others: readonly Case[] = [
  { what: 'APIError without a status', error: new APIError(undefined, undefined, 'odd', undefined), name: 'ModelNonsenseError', ...retryable },
  { what: 'OpenAIError', error: new openai.OpenAIError('odd'), name: 'ModelNonsenseError', ...retryable },
  { what: 'OAuthError', error: new openai.OAuthError(401, { error: 'invalid_grant' }, new Headers()), name: 'ModelAuthenticationError', ...pauses },
  { what: 'SubjectTokenProviderError', error: new openai.SubjectTokenProviderError('no token', 'k8s'), name: 'ModelAuthenticationError', ...pauses },
  { what: 'LengthFinishReasonError', error: new openai.LengthFinishReasonError(), name: 'ModelNonsenseError', ...retryable },
  { what: 'ContentFilterFinishReasonError', error: new openai.ContentFilterFinishReasonError(), name: 'ModelNonsenseError', ...retryable },
  { what: 'InvalidWebhookSignatureError', error: new openai.InvalidWebhookSignatureError('odd'), name: 'ModelClientDefectError', ...terminal, outcomeUnknown: true },
  { what: 'a defect of ours', error: new TypeError('x is not a function'), name: 'ModelClientDefectError', ...terminal, outcomeUnknown: true },
  { what: 'a thrown text', error: 'boom', name: 'ModelClientDefectError', ...terminal, outcomeUnknown: true },
];

const all = [...statuses, ...wishes, ...connections, ...others];

describe('the class and fate of a failed model call', () => {
  it.each(all)('$what: $name, $fate', ({ error, name, fate, retryAfterMs, outcomeUnknown }) => {
    const failure = modelErrorFrom(error, call);
    expect({
      name: failure.name,
      fate: failure.fate,
      retryAfterMs: failure.retryAfterMs,
      outcomeUnknown: failure.outcomeUnknown,
    }).toEqual({ name, fate, retryAfterMs, outcomeUnknown: outcomeUnknown ?? false });
    expect(failure.message).toContain('model gpt-x at http://models.test/v1');
    expect(failure.remedy).not.toBe('');
  });

  it('is decided for every error class of the OpenAI package', () => {
    const classes = Object.entries(openai)
      .filter(([name]) => name.endsWith('Error'))
      .map(([name, value]) => ({ name, value: value as abstract new () => unknown }));
    expect(classes.length).toBeGreaterThanOrEqual(15);
    const missing = classes
      .filter(({ value }) => !all.some(({ error }) => error instanceof value))
      .map(({ name }) => name);
    expect(missing).toEqual([]);
  });

  it('is cancelled when our own signal is aborted, whatever came', () => {
    const signal = AbortSignal.abort();
    for (const { error } of [...connections, ...others]) {
      const failure = modelErrorFrom(error, { ...call, signal });
      expect([failure.name, failure.fate]).toEqual(['ModelCancelledError', 'cancelled']);
    }
    const aborted = modelErrorFrom(new openai.APIUserAbortError(), { ...call, signal });
    expect(aborted.outcomeUnknown).toBe(true);
    expect(modelErrorFrom(answered(500), { ...call, signal }).outcomeUnknown).toBe(false);
  });

  it('is kept when it has been decided already', () => {
    const first = modelErrorFrom(answered(429), call);
    expect(modelErrorFrom(first, call)).toBe(first);
  });

  it('says what the endpoint said, once, and in a line of bounded length', () => {
    const failure = modelErrorFrom(answered(503, { message: `busy\n${'x'.repeat(9_000)}` }), call);
    expect(failure.message).toMatch(/^model gpt-x at \S+: answered 503: busy x+…$/);
    expect(failure.message.length).toBeLessThan(400);
  });

  it.each([
    answered(401, { message: 'Incorrect API key provided: hunter2222' }),
    answered(401, { message: 'Incorrect API key provided: sk-hunter2222' }),
    answered(500, { detail: { headers: { authorization: 'Bearer hunter2222' } } }),
    new openai.OpenAIError('hunter2222'),
    new TypeError('cannot fetch https://me:hunter2222@x/'),
  ])('never shows a key: %#', (error) => {
    const failure = modelErrorFrom(error, call);
    expect(JSON.stringify([failure, failure.message, failure.stack, failure.cause])).not.toContain(
      'hunter2222',
    );
  });
});
