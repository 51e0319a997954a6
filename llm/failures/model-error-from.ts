import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  OpenAIError,
  SubjectTokenProviderError,
} from 'openai';

import { describeConnectionFailure } from './connection-failure';
import { redirectedFrom } from './redirect';
import {
  ModelAddressError,
  ModelAuthenticationError,
  ModelCancelledError,
  ModelClientDefectError,
  ModelConnectionError,
  ModelError,
  ModelNonsenseError,
  ModelNotFoundError,
  ModelQuotaError,
  ModelRateLimitError,
  ModelRejectedRequestError,
  ModelServerError,
  ModelTimeoutError,
  type ModelCallFailure,
} from './errors';
import { longWaitMs } from '../../core/errors/long-wait';
import { redact } from './redact';
import { retryAfterMs } from './retry-after';

export interface FailedCall {
  readonly endpoint: string;
  readonly model: string;
  /** Texts that must not appear in any message. */
  readonly secrets: readonly string[];
  /** Ours; an abort of anybody else is no cancellation. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly nowMs: number;
}

/**
 * Gives every error of the OpenAI package its class and fate. Messages are free of secrets; the original is not the `cause`,
 * which would end up in histories. `x-should-retry` wins between retryable and terminal, but makes no retry of a key, model
 * name or quota that somebody must mend. "Do not retry" on a 429 pauses the run.
 */
export function modelErrorFrom(error: unknown, call: FailedCall): ModelError {
  if (error instanceof ModelError) return error;
  const base = { endpoint: call.endpoint, model: call.model };
  const words = redact(error instanceof Error ? error.message : String(error), call.secrets);
  if (call.signal?.aborted === true) {
    // An answer that came at the same moment, if only a refusal, leaves nothing open.
    const answered = error instanceof APIError && typeof error.status === 'number';
    return new ModelCancelledError({ ...base, words: 'cancelled', outcomeUnknown: !answered });
  }
  if (error instanceof APIConnectionTimeoutError) {
    const waited = `no complete answer within ${String(call.timeoutMs)} ms`;
    return new ModelTimeoutError({ ...base, words: waited, outcomeUnknown: true });
  }
  if (error instanceof APIConnectionError || error instanceof APIUserAbortError) {
    return new ModelConnectionError({ ...base, ...describeConnectionFailure(error) });
  }
  if (error instanceof SubjectTokenProviderError) {
    return new ModelAuthenticationError({ ...base, words });
  }
  if (error instanceof APIError) return fromStatus(error as APIError, call);
  if (error instanceof OpenAIError) return new ModelNonsenseError({ ...base, words });
  return new ModelClientDefectError({ ...base, words, outcomeUnknown: true });
}

function fromStatus(error: APIError, call: FailedCall): ModelError {
  const status = error.status ?? 0;
  const headers = error.headers ?? new Headers();
  const wait = retryAfterMs(headers, call.nowMs);
  const failure: ModelCallFailure = {
    endpoint: call.endpoint,
    model: call.model,
    status,
    words: redact(wordsOf(error), call.secrets) + untilText(wait, call.nowMs),
  };
  const redirect = redirectedFrom(status, headers.get('location'), call.endpoint);
  if (redirect !== null) {
    const words = redact(redirect.words, call.secrets);
    return new ModelAddressError({ ...failure, words }, redact(redirect.remedy, call.secrets));
  }
  if (status === 400 && asksForHttps.test(failure.words)) {
    return new ModelAddressError(
      failure,
      'That port speaks https: set OPENAI_BASE_URL to https://',
    );
  }
  const mended = needsAPerson(error, failure);
  if (mended !== null) return mended;
  const wish = headers.get('x-should-retry');
  const retryable: ModelCallFailure = {
    ...failure,
    ...(wait === undefined || wish === 'false' ? {} : { retryAfterMs: wait }),
    ...(wish === 'false' ? { fate: 'terminal' } : isLong(wait) ? { fate: 'waits' } : {}),
  };
  if (status === 429) {
    return wish === 'false' ? new ModelQuotaError(failure) : new ModelRateLimitError(retryable);
  }
  if (status === 408) return new ModelTimeoutError(retryable);
  if (status === 409 || status === 425 || status >= 500) return new ModelServerError(retryable);
  if (status < 400) return new ModelNonsenseError(retryable);
  return new ModelRejectedRequestError(
    wish === 'true' ? { fate: 'retryable', ...retryable } : failure,
  );
}

/** As nginx, Go and Apache say it. */
const asksForHttps =
  /plain http request was sent to https port|sent an http request to an https server|speaking plain http to an ssl-enabled/i;

function isLong(waitMs: number | undefined): waitMs is number {
  return waitMs !== undefined && waitMs > longWaitMs;
}

/** A wait that is worth a look at the calendar. */
function untilText(waitMs: number | undefined, nowMs: number): string {
  if (!isLong(waitMs)) return '';
  const until = new Date(nowMs + waitMs).toISOString().replace(/\.\d+Z$/, 'Z');
  return ` (it wants to be left alone until ${until})`;
}

const quotaCodes = new Set([
  'insufficient_quota',
  'insufficient_balance',
  'insufficient_credits',
  'billing_hard_limit_reached',
  'billing_not_active',
]);
const keyCodes = new Set(['invalid_api_key', 'incorrect_api_key', 'account_deactivated']);

/** As OpenAI's own, LiteLLM and OpenRouter say it. */
const namesNoModel =
  /\bmodel\b.{0,80}\b(does not exist|not found)\b|\binvalid model name\b|\bnot a valid model id\b/i;

/** Troubles that no waiting cures: the run pauses until somebody has acted. */
function needsAPerson(error: APIError, failure: ModelCallFailure): ModelError | null {
  const { status } = error;
  const codes = [error.code, error.type].map((code) => String(code ?? '').toLowerCase());
  if (status === 402 || codes.some((code) => quotaCodes.has(code))) {
    return new ModelQuotaError(failure);
  }
  if (status === 401 || status === 403 || codes.some((code) => keyCodes.has(code))) {
    return new ModelAuthenticationError(failure);
  }
  if (status === 404 || codes.includes('model_not_found')) return new ModelNotFoundError(failure);
  // Some endpoints say with a 400 what others say with 401 and 404.
  if (status === 400 && /api[ _]key (not valid|is invalid|is missing)/i.test(failure.words)) {
    return new ModelAuthenticationError(failure);
  }
  if (status === 400 && namesNoModel.test(failure.words)) {
    return new ModelNotFoundError(failure);
  }
  return null;
}

function wordsOf(error: APIError): string {
  const detail: unknown = error.error;
  if (typeof detail === 'object' && detail !== null && 'message' in detail) {
    if (typeof detail.message === 'string' && detail.message.trim() !== '') return detail.message;
  }
  // The package puts the status in front; the message says it already.
  return error.message.replace(/^\d{3} /, '');
}
