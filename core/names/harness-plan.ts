/** Generators of cases. A run says which of them its plans ask, and in which order; without a word, it is this one. */
export const generators = ['traces', 'hypothesis', 'transplant', 'model'] as const;
export type Generator = (typeof generators)[number];

/** The gates judge all present cases together, in this order. */
export const planGates = ['coverage', 'mutation', 'reruns', 'minimise', 'scan'] as const;
export type PlanGate = (typeof planGates)[number];

/** Steps of a plan in the order in which a harness meets them; the later one fails, the more is known of it. */
export const planStages = ['slice', 'generate', 'run', ...planGates] as const;
export type PlanStage = (typeof planStages)[number];
