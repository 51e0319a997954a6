import type { BatchStage } from '../names/batch-stages';

/** Rows of a run whose requests go into the same batches. Windows are numbered from 0. */
export interface BatchWindow {
  readonly run: string;
  readonly window: number;
}

/** Names a batch. Waves are reserved one after another, or, for parts of a stage that is too large for one batch, together. */
export interface BatchKey extends BatchWindow {
  readonly wave: number;
  readonly stage: BatchStage;
}

export interface StoredBatch extends BatchKey {
  /**
   * `reserved`: it may have been submitted, and is looked for before it is submitted again. `unsupported`: the endpoint has no
   * batches. `postponed`: it was over a limit of the endpoint, and its requests go into a later batch.
   */
  readonly state: 'reserved' | 'submitted' | 'ended' | 'postponed' | 'unsupported';
  /** In the metadata of the batch at its endpoint. */
  readonly token: string;
  /** Name of the batch at its endpoint. null: not known. */
  readonly id: string | null;
  readonly model: string;
  /** sha256 of the stored `BatchContent`. */
  readonly content: string;
  readonly requests: number;
  /** Requests with a usable answer. */
  readonly answered: number;
  /** Why not all are answered, or why it could not be reached now. null: nothing is known against it. */
  readonly trouble: string | null;
  readonly reservedAtMs: number;
  /** Since then in its state. */
  readonly changedAtMs: number;
}

export type WindowClaim =
  | { readonly kind: 'done' }
  /** Another owner works on it. */
  | { readonly kind: 'held'; readonly restMs: number }
  /** It is too early to look again. */
  | { readonly kind: 'early'; readonly restMs: number }
  | { readonly kind: 'taken'; readonly nowMs: number };

/** The batches of data sets. All methods are safe to repeat and safe from several processes. */
export interface BatchStore {
  /** Takes a window for a lease, unless its lease is another owner's. */
  readonly take: (window: BatchWindow, owner: string, leaseMs: number) => Promise<WindowClaim>;
  /** @returns whether the window is still the owner's */
  readonly renew: (window: BatchWindow, owner: string, leaseMs: number) => Promise<boolean>;
  /** @param lookInMs when it is worth a look again. null: it is done */
  readonly leave: (window: BatchWindow, owner: string, lookInMs: number | null) => Promise<void>;
  readonly ofWindow: (window: BatchWindow) => Promise<readonly StoredBatch[]>;
  /** In order. */
  readonly ofRun: (run: string) => Promise<readonly StoredBatch[]>;
  /** Stores that a batch is about to be submitted. The first reservation of a key stays. */
  readonly reserve: (
    key: BatchKey,
    batch: Pick<StoredBatch, 'token' | 'model' | 'content' | 'requests'>,
  ) => Promise<void>;
  /**
   * @param from the batch with the state in which it was seen
   * @returns false: another owner has changed its state, and nothing is changed
   */
  readonly change: (
    from: BatchKey & Pick<StoredBatch, 'state'>,
    to: Pick<StoredBatch, 'state'> & Partial<Pick<StoredBatch, 'id' | 'answered' | 'trouble'>>,
  ) => Promise<boolean>;
}
