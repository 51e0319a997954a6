/** What a grading activity of its own answers: where the verdicts are, and how many there are of which sort. */
export interface GradedBatch {
  /** sha256 of the `BatchVerdicts` in the store's blobs. */
  readonly verdicts: string;
  /** Programs that have a result. */
  readonly graded: number;
  /**
   * Programs without one, because the sandbox broke on them or their test cannot be compiled: the same batch, graded once
   * more, tries them again.
   */
  readonly unscored: number;
  /** Programs that passed every test. */
  readonly passed: number;
}

/** Grading apart from any search. Safe to run twice: a program that has its result is not run again. */
export interface GradingPorts {
  /** @param input.batch sha256 of a `GradingBatch` in the store's blobs */
  readonly gradeBatch: (input: { readonly batch: string }) => Promise<GradedBatch>;
}
