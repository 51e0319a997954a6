/**
 * Where visible tests come from when a person says so. `docstring`: the data set's own, or the examples in the docstring;
 * `paper`: those that CodeTree's authors showed; `none`: nothing is shown.
 */
export const visibleProfiles = ['docstring', 'paper', 'none'] as const;
export type VisibleProfile = (typeof visibleProfiles)[number];
