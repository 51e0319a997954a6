import type { OptionalFeature, TokenUsage } from '../schemas/model';
import type { AttemptKey } from '../durable/attempt-key';
import type { ModelPlace } from './model';

/** An answer that came, was paid, and that nobody can use. */
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

/** A request that the endpoint would not take. */
export interface RefusedCall {
  readonly identity: string;
  readonly run: string;
  readonly model: string;
  /** Without what differs from request to request. */
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
 * What a run has met at its endpoint beside answers: what it adapts to, and what it stops for. Counts are of what came
 * since a person last let the run go on.
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

  /** How many unusable answers the run got to a request. */
  readonly countUnusable: (run: string, identity: string) => Promise<number>;
  /** Tells how many there are, this one included. */
  readonly addUnusable: (call: UnusableCall) => Promise<number>;
  /** All of them: what they took was paid, whoever let the run go on. */
  readonly unusableTotals: (run: string) => Promise<UnusableTotals>;

  /** Tells whether so many of the run's requests to the model were refused with these words since the model last answered one. */
  readonly addRefused: (call: RefusedCall, running: number) => Promise<boolean>;

  /** A person lets the run go on: what was counted counts no more. */
  readonly settle: (run: string) => Promise<void>;
}
