import type { ModelAnswer, ModelRequest, OptionalFeature, RequestContext } from '../schemas/model';
import type { ModelBatches } from './model-batches';

/** Features of a request that endpoints have refused. */
export interface RefusedFeatures {
  readonly of: (place: ModelPlace) => Promise<readonly OptionalFeature[]>;
  /** Never rejects: a refusal that cannot be stored is found again. */
  readonly add: (place: ModelPlace, feature: OptionalFeature) => Promise<void>;
}

/** A model at an address; the address is without credentials. */
export interface ModelPlace {
  readonly endpoint: string;
  readonly model: string;
}

/**
 * The state of one HTTP request at its end: the endpoint answered it in some way; it may have been received, and no answer
 * came; it cannot have been received (connection refused, name not found, no TLS).
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
      /**
       * Called at the end of each HTTP request. There are several if the endpoint refused a feature and was asked again
       * without it.
       */
      readonly onRequest?: (fate: RequestFate) => void;
      /**
       * Asks for a streamed answer and is called with its text, for watchers. Only the final answer counts, and it is the
       * same as without streaming. It is not called if the endpoint cannot stream.
       */
      readonly onText?: (piece: string) => void;
      /** Known facts about the endpoint, which the request may extend. Default: the client remembers them. */
      readonly refused?: RefusedFeatures | undefined;
    },
  ) => Promise<ModelAnswer>;
  /** Absent: it only takes single requests. */
  readonly batches?: ModelBatches;
}
