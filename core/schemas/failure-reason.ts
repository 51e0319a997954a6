/** Why an attempt did not solve its problem: what its answer did when it was run, or why there was none. */
export const failureReasons = [
  // An answer that was judged.
  'failed',
  'raised',
  'exited-early',
  'timed-out',
  'memory-limit',
  'output-limit',
  'killed-by-signal',
  // One that could not be judged at the level of its problem.
  'not-checked',
  // Programs, and none that the search's rule answers with.
  'no-answer',
  // No program in any reply: what became of the last one.
  'refused',
  'content-filter',
  'context-overflow',
  'cut-off',
  'unreadable',
  'no-program',
  // No verdict.
  'level-refused',
  'bad-reference',
  'unscored',
  'cancelled',
  'not-ended',
  'not-begun',
] as const;
export type FailureReason = (typeof failureReasons)[number];
