/**
 * Where visible tests come from when a person says so. `docstring`: the data set's own, or the examples in the docstring;
 * `paper`: those that CodeTree's authors showed; `none`: nothing is shown.
 */
export const visibleTestRules = ['docstring', 'paper', 'none'] as const;
export type VisibleTestRule = (typeof visibleTestRules)[number];
