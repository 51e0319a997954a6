/** Why an attempt did not solve its problem: the result of running its answer, or why there was no answer. */
export const failureReasons = [
  // An answer that was judged.
  'failed',
  'raised',
  'exited-early',
  'timed-out',
  'memory-limit',
  'output-limit',
  'killed-by-signal',
  // An answer that could not be checked at the level of its problem.
  'not-checked',
  // There are programs, but the answer rule of the search chooses none.
  'no-answer',
  // No reply has a program: what the last reply was.
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
