/** How a dialogue is made of source rows (OpenCodeInterpreter, section 2; `keep` is ours: rows that are dialogues already). */
export const datasetMethods = [
  'pack',
  'simulate',
  'correct',
  'similar',
  'follow-up',
  'keep',
] as const;
export type DatasetMethod = (typeof datasetMethods)[number];

/** Classes of planted errors (OpenCodeInterpreter, code correction). */
export const errorClasses = ['syntax', 'logical', 'type', 'name', 'timeout'] as const;
export type ErrorClass = (typeof errorClasses)[number];

/** How the ratings of the two complexity prompts decide. `none`: nothing is rated. */
export const filterRules = ['and', 'or', 'second-only', 'none'] as const;
export type FilterRule = (typeof filterRules)[number];
