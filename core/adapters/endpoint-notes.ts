import type { OptionalFeature, TokenUsage } from '../schemas/model';
import type { AttemptKey } from '../durable/attempt-key';
import type { ModelPlace } from './model';

/** An answer that came and was paid, but that cannot be used. */
export interface UnusableCall {
  readonly identity: string;
  readonly attempt: AttemptKey;
  /** Why it cannot be used. */
  readonly words: string;
  /** null: it does not say. */
  readonly usage: TokenUsage | null;
  /** null: unknown. */
  readonly costUsd: number | null;
}

/** A request that the endpoint refused. */
export interface RefusedCall {
  readonly identity: string;
  readonly run: string;
  readonly model: string;
  /** The words without the parts that differ between requests. */
  readonly words: string;
}

export interface UnusableTotals {
  readonly count: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** null: some price is unknown. */
  readonly costUsd: number | null;
}

/**
 * What a run has met at its endpoint beside answers: refused features, and reasons to pause. Counts start again when a
 * person resumes the run.
 */
export interface EndpointNotes {
  readonly refusedFeatures: (
    run: string,
  ) => Promise<readonly { readonly place: ModelPlace; readonly feature: OptionalFeature }[]>;
  readonly addRefusedFeature: (
    run: string,
    place: ModelPlace,
    feature: OptionalFeature,
  ) => Promise<void>;

  /** Number of unusable answers to a request in this run. */
  readonly countUnusable: (run: string, identity: string) => Promise<number>;
  /** Records one and returns the number, including this one. */
  readonly addUnusable: (call: UnusableCall) => Promise<number>;
  /** All unusable answers of a run. They were paid for, so they count even after the run was resumed. */
  readonly unusableTotals: (run: string) => Promise<UnusableTotals>;

  /** Returns whether this many requests of the run to the model were refused with these words since its last answer. */
  readonly addRefused: (call: RefusedCall, running: number) => Promise<boolean>;

  /** A person resumes the run: earlier counts are reset. */
  readonly settle: (run: string) => Promise<void>;
}
