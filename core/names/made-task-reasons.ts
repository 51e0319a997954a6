/** Why a candidate became no task, in the order in which it is tried. */
export const madeTaskReasons = [
  'no-environment',
  'no-statement',
  'no-bug',
  'leak',
  'patch-does-not-apply',
  'tests-do-not-run',
  'nothing-fails-before',
  'flaky',
  'gold-fails',
  'no-op-passes',
] as const;
export type MadeTaskReason = (typeof madeTaskReasons)[number];
