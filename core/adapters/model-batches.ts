import type {
  ModelAnswer,
  ModelRequest,
  OptionalFeature,
  RequestContext,
  TokenUsage,
} from '../schemas/model';

/** A request of a batch. Its identity finds its answer again. */
export interface BatchedRequest {
  readonly identity: string;
  readonly request: ModelRequest;
  readonly context: RequestContext;
}

/** How the requests of a batch are written: all have one model, and all or none ask for embeddings. */
export interface BatchForm {
  readonly model: string;
  readonly task: 'chat' | 'embedding';
  /** Features that the endpoint refuses and that are left out. */
  readonly refused: readonly OptionalFeature[];
}

export type BatchSubmission =
  | { readonly kind: 'submitted'; readonly id: string }
  /** `isUnsupported`: the endpoint has no batches at all. */
  | { readonly kind: 'refused'; readonly isUnsupported: boolean; readonly words: string }
  /** `mayMake` said no. */
  | { readonly kind: 'stopped' };

export type BatchSearch =
  | Extract<BatchSubmission, { kind: 'refused' }>
  | { readonly kind: 'found'; readonly id: string }
  | { readonly kind: 'absent' };

/** A batch that has ended. */
export interface EndedBatch {
  readonly kind: 'ended';
  /** As the endpoint names it: `completed`, `failed`, `expired`, `cancelled`. */
  readonly status: string;
  /** The file with the requests. null: not known. */
  readonly input: string | null;
  /** Files with answers and errors. */
  readonly files: readonly string[];
  readonly tookMs: number;
  /** It was not begun, since too many tokens of other batches wait at the endpoint. */
  readonly isOverLimit: boolean;
  /** What the endpoint says about a failure. null: nothing. */
  readonly words: string | null;
}

export type BatchLook =
  EndedBatch | { readonly kind: 'open' } | { readonly kind: 'gone'; readonly words: string };

/** A paid answer that cannot be used. */
export interface UnusableLine {
  readonly words: string;
  /** null: it does not say. */
  readonly usage: TokenUsage | null;
  /** null: unknown. */
  readonly costUsd: number | null;
}

/** By identity. */
export interface BatchAnswers {
  readonly usable: ReadonlyMap<string, ModelAnswer>;
  readonly unusable: ReadonlyMap<string, UnusableLine>;
}

/**
 * The batch API of an endpoint: requests go in a file, and answers come in a file up to a day later, at half the price.
 * @throws ModelError subclasses for trouble that a later try may not have
 */
export interface ModelBatches {
  /** Without credentials. */
  readonly endpoint: string;
  /**
   * @param options.token is put into the metadata, so that `find` finds the batch
   * @param options.mayMake is asked when the file is at the endpoint, before the batch is made from it
   */
  readonly submit: (
    requests: readonly BatchedRequest[],
    options: BatchForm & { readonly token: string; readonly mayMake?: () => Promise<boolean> },
  ) => Promise<BatchSubmission>;
  /** Looks among the batches that were made since a time, ms since 1970. */
  readonly find: (token: string, sinceMs: number, model: string) => Promise<BatchSearch>;
  readonly look: (id: string, model: string) => Promise<BatchLook>;
  readonly cancel: (id: string, model: string) => Promise<void>;
  /** Deletes the file with the requests. A failure is ignored. */
  readonly drop: (ended: EndedBatch) => Promise<void>;
  /** Requests without an answer failed, expired or are missing. */
  readonly answers: (
    ended: EndedBatch,
    requests: readonly BatchedRequest[],
    form: BatchForm,
  ) => Promise<BatchAnswers>;
}
