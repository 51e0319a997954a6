import type { ModelAnswer, ModelRequest, OptionalFeature, RequestContext } from '../schemas/model';

/** What of a request endpoints have said that they do not take. */
export interface RefusedFeatures {
  readonly of: (place: ModelPlace) => Promise<readonly OptionalFeature[]>;
  /** Never rejects: what cannot be kept is found out again. */
  readonly add: (place: ModelPlace, feature: OptionalFeature) => Promise<void>;
}

/** A model at an address; the address is without credentials. */
export interface ModelPlace {
  readonly endpoint: string;
  readonly model: string;
}

/**
 * What is known of one HTTP request at its end: the endpoint answered it, in whatever way; it may have been received, and
 * no answer came; nothing can have been received (connection refused, name not found, no TLS).
 */
export type RequestFate = 'answered' | 'unknown' | 'unsent';

/**
 * Sends one request, once: no retries of its own, no journal.
 * @throws ModelError subclasses with a fate (see `llm/failures/errors.ts`); cut-off, content filter and context length are
 * answers, not errors.
 */
export interface ModelClient {
  readonly send: (
    request: ModelRequest,
    options: {
      readonly identity: string;
      readonly context: RequestContext;
      readonly signal?: AbortSignal;
      /** Told of each HTTP request at its end: several, where the endpoint refused a feature and was asked without. */
      readonly onRequest?: (fate: RequestFate) => void;
      /**
       * Asks for the answer piece by piece and is told its text as it comes, for looking on: the answer is what counts, and
       * is the same as without. Nothing is told where the endpoint cannot.
       */
      readonly onText?: (piece: string) => void;
      /** What is known of the endpoint, and is to be known from now on. Default: the client remembers it for itself. */
      readonly refused?: RefusedFeatures | undefined;
    },
  ) => Promise<ModelAnswer>;
}
