/** Answer of the activity that grades a batch: where the verdicts are, and the number of each kind. */
export interface GradedBatch {
  /** sha256 of the `BatchVerdicts` in the store's blobs. */
  readonly verdicts: string;
  /** Number of programs with a result. */
  readonly graded: number;
  /** Programs without a result: the sandbox broke, or their test cannot be compiled. Grading the batch again retries them. */
  readonly unscored: number;
  /** Number of programs that passed every test. */
  readonly passed: number;
}

/** Grading that belongs to no search. It is safe to run twice: a program with a result is not run again. */
export interface GradingPorts {
  /** @param input.batch sha256 of a `GradingBatch` in the store's blobs */
  readonly gradeBatch: (input: { readonly batch: string }) => Promise<GradedBatch>;
}
