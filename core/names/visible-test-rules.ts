/** Sources of visible tests. `docstring`: data set or docstring; `paper`: tests of CodeTree's authors; `none`: no tests. */
export const visibleTestRules = ['docstring', 'paper', 'none'] as const;
export type VisibleTestRule = (typeof visibleTestRules)[number];
