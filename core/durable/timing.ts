/** Waiting times of a run, decided by settings when it starts: workflows cannot read the environment. */
export interface Timing {
  readonly heartbeatMs: number;
  /** How long infrastructure trouble is retried before an attempt is unscored: see core/work/retry-window.ts. */
  readonly retryForMs: number;
  readonly retryInitialMs: number;
  readonly retryMaxMs: number;
  /** One try of a model call. */
  readonly modelTimeoutMs: number;
  /** How often a run looks whether items that outlive one of its histories are still there. */
  readonly lookAfterMs: number;
  /** Continue-as-new after so many events; null: when the engine suggests it. */
  readonly maxHistory: number | null;
}
