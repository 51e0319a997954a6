/** Hidden suites of a problem that has two, in the order in which they are run (EvalPlus: base and further inputs). */
export const suiteNames = ['base', 'plus'] as const;
export type SuiteName = (typeof suiteNames)[number];
