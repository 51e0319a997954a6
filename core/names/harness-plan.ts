/** Where inputs come from; a plan tries them in this order. */
export const generators = ['traces', 'hypothesis', 'transplant', 'model'] as const;
export type Generator = (typeof generators)[number];

/** Steps of a plan in the order in which a harness meets them; the later one fails, the more is known of it. */
export const planStages = [
  'slice',
  'generate',
  'run',
  'coverage',
  'mutation',
  'reruns',
  'minimise',
  'scan',
] as const;
export type PlanStage = (typeof planStages)[number];
