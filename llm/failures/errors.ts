import { EspalierError, type ErrorFate } from '../../core/errors/errors';
import type { TokenUsage } from '../../core/schemas/model';

/** What is known of a call that brought no answer. Texts are free of secrets already. */
export interface ModelCallFailure {
  /** The logical endpoint: no credentials. */
  readonly endpoint: string;
  readonly model: string;
  /** HTTP status; absent when none came. */
  readonly status?: number;
  /** What the endpoint said, or what the connection did. */
  readonly words: string;
  readonly retryAfterMs?: number;
  /** The endpoint may be working on the request, or may have answered (and charged) unheard. */
  readonly outcomeUnknown?: boolean;
  /** Where the endpoint itself said whether trying again helps (`x-should-retry`). */
  readonly fate?: ErrorFate;
}

interface ModelErrorKind {
  readonly code: string;
  readonly remedy: string;
  readonly fate: ErrorFate;
}

/** Our own server is named by all that decides what it answers, which nobody wants to read. */
function placeOf(endpoint: string): string {
  return endpoint.startsWith('simulated:') ? 'our own server' : endpoint;
}

/** A model call without an answer. `fate` says what becomes of the work, see `ErrorFate`. */
export abstract class ModelError extends EspalierError {
  readonly endpoint: string;
  readonly model: string;
  readonly status: number | undefined;
  readonly words: string;
  readonly outcomeUnknown: boolean;

  protected constructor(failure: ModelCallFailure, kind: ModelErrorKind) {
    const { endpoint, model, status, words, retryAfterMs } = failure;
    const said = status === undefined ? words : `answered ${String(status)}: ${words}`;
    super(`model ${model} at ${placeOf(endpoint)}: ${said}`, {
      code: kind.code,
      remedy: kind.remedy,
      fate: failure.fate ?? kind.fate,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
    this.endpoint = endpoint;
    this.model = model;
    this.status = status;
    this.words = words;
    this.outcomeUnknown = failure.outcomeUnknown ?? false;
  }
}

/** The key is missing, wrong or not allowed to do this (401, 403). */
export class ModelAuthenticationError extends ModelError {
  constructor(failure: ModelCallFailure) {
    super(failure, {
      code: 'MODEL_AUTHENTICATION',
      remedy: 'Check OPENAI_API_KEY and OPENAI_BASE_URL, then: espalier run resume',
      fate: 'pauses-run',
    });
  }
}

/** The endpoint has no such model, or no chat completions at this address (404). */
export class ModelNotFoundError extends ModelError {
  constructor(failure: ModelCallFailure) {
    super(failure, {
      code: 'MODEL_NOT_FOUND',
      remedy:
        'Check the name given to --model and the path in OPENAI_BASE_URL (most end in /v1); when the model is there, espalier run resume goes on',
      fate: 'pauses-run',
    });
  }
}

/** The account has no money or quota left; waiting does not help (402, 429 `insufficient_quota`). */
export class ModelQuotaError extends ModelError {
  constructor(failure: ModelCallFailure) {
    super(failure, {
      code: 'MODEL_QUOTA',
      remedy: "Raise the account's quota or add credit, then: espalier run resume",
      fate: 'pauses-run',
    });
  }
}

/** Too many requests or tokens for now (429). */
export class ModelRateLimitError extends ModelError {
  constructor(failure: ModelCallFailure) {
    super(failure, {
      code: 'MODEL_RATE_LIMIT',
      remedy: 'It is tried again by itself; a lower --concurrency avoids the wait',
      fate: 'retryable',
    });
  }
}

/** The endpoint is in trouble or busy (409, 425, 5xx). */
export class ModelServerError extends ModelError {
  constructor(failure: ModelCallFailure) {
    super(failure, {
      code: 'MODEL_SERVER',
      remedy: "It is tried again by itself; look at the endpoint's own log or status page",
      fate: 'retryable',
    });
  }
}

/** No connection, or it broke before the answer was complete. */
export class ModelConnectionError extends ModelError {
  constructor(failure: ModelCallFailure) {
    super(failure, {
      code: 'MODEL_CONNECTION',
      remedy: 'It is tried again by itself; check that the endpoint runs and can be reached',
      fate: 'retryable',
    });
  }
}

/** No complete answer within the time allowed, or the endpoint gave up waiting (408). */
export class ModelTimeoutError extends ModelError {
  constructor(failure: ModelCallFailure) {
    super(failure, {
      code: 'MODEL_TIMEOUT',
      remedy:
        'It is tried again by itself; ESPALIER_MODEL_TIMEOUT_MS allows more time, --max-tokens asks for shorter answers',
      fate: 'retryable',
    });
  }
}

/** What an answer that nobody can use took; null: it does not say, or nobody knows the price. */
export interface UnusableAnswer {
  readonly usage: TokenUsage | null;
  readonly costUsd: number | null;
  /** A web page: no model was asked. */
  readonly page: boolean;
}

/** Something came that is no chat completion: HTML, broken JSON, no choices. */
export class ModelNonsenseError extends ModelError {
  readonly answer: UnusableAnswer;

  constructor(
    failure: ModelCallFailure,
    answer: UnusableAnswer = { usage: null, costUsd: null, page: false },
  ) {
    super(failure, {
      code: 'MODEL_NONSENSE',
      remedy:
        'It is tried again by itself; check that OPENAI_BASE_URL is an OpenAI-compatible API (most end in /v1)',
      fate: 'retryable',
    });
    this.answer = answer;
  }
}

/** Answers came as often as they are asked for, each of them paid, and none that can be used. */
export class ModelUnusableError extends ModelError {
  constructor(failure: ModelCallFailure) {
    super(failure, {
      code: 'MODEL_UNUSABLE',
      remedy:
        "Look at the endpoint's own log; espalier run resume asks again, and what came counts as paid",
      fate: 'terminal',
    });
  }
}

/** OPENAI_BASE_URL leads to something else than the API: a redirect, a port of the other scheme, a web page. */
export class ModelAddressError extends ModelError {
  constructor(failure: ModelCallFailure, remedy: string) {
    super(failure, {
      code: 'MODEL_ADDRESS',
      remedy: `${remedy}, then: espalier run resume`,
      fate: 'pauses-run',
    });
  }
}

/** The endpoint refuses one request after another with the same words: it is no matter of one problem. */
export class ModelRefusesRunError extends ModelError {
  constructor(failure: ModelCallFailure) {
    super(failure, {
      code: 'MODEL_REFUSES_RUN',
      remedy:
        "Read the endpoint's words: a setting of the run (--temperature, --max-tokens) may not suit this model; when it is mended there, espalier run resume asks again",
      fate: 'pauses-run',
    });
  }
}

/** The endpoint will not take this request, now or later (400, 422 and other 4xx). */
export class ModelRejectedRequestError extends ModelError {
  constructor(failure: ModelCallFailure) {
    super(failure, {
      code: 'MODEL_REJECTED_REQUEST',
      remedy:
        "Read the endpoint's words: a setting of the run (--temperature, --max-tokens) may not suit this model",
      fate: 'terminal',
    });
  }
}

/** Somebody asked for the end while the call was waited for. */
export class ModelCancelledError extends ModelError {
  constructor(failure: ModelCallFailure) {
    super(failure, {
      code: 'MODEL_CANCELLED',
      remedy: 'Nothing to do: the run or the attempt was cancelled',
      fate: 'cancelled',
    });
  }
}

/** The client itself failed: a defect, so trying again cannot help. */
export class ModelClientDefectError extends ModelError {
  constructor(failure: ModelCallFailure) {
    super(failure, {
      code: 'MODEL_CLIENT_DEFECT',
      remedy: 'Please report this message: it is a defect of Espalier, not of the endpoint',
      fate: 'terminal',
    });
  }
}
