/** Waiting times of a run, decided by settings when it starts: workflows cannot read the environment. */
export interface Timing {
  readonly heartbeatMs: number;
  /** How long infrastructure trouble is retried before an attempt is unscored: see core/work/retry-window.ts. */
  readonly retryForMs: number;
  readonly retryInitialMs: number;
  readonly retryMaxMs: number;
  /** One try of a model call. */
  readonly modelTimeoutMs: number;
  /** Interval at which a run checks that items that outlive one of its histories are still there. */
  readonly lookAfterMs: number;
  /** Number of events after which a workflow continues as new. null: when the engine suggests it. */
  readonly maxHistory: number | null;
}
