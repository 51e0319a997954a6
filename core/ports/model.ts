import type { ModelAnswer, ModelRequest, RequestContext } from '../schemas/model';

/**
 * What is known of one HTTP request at its end: the endpoint answered it, in whatever way; it may have been received, and
 * no answer came; nothing can have been received (connection refused, name not found, no TLS).
 */
export type RequestFate = 'answered' | 'unknown' | 'unsent';

/**
 * Sends one request, once: no retries of its own, no journal.
 * @throws ModelError subclasses with a fate (see `llm/errors.ts`); cut-off, content filter and context length are
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
    },
  ) => Promise<ModelAnswer>;
}
