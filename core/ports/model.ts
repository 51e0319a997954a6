import type { ModelAnswer, ModelRequest, RequestContext } from '../schemas/model';

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
      /**
       * Asks for the answer piece by piece and is told its text as it comes, for looking on: the answer is what counts, and
       * is the same as without. Nothing is told where the endpoint cannot.
       */
      readonly onText?: (piece: string) => void;
    },
  ) => Promise<ModelAnswer>;
}
