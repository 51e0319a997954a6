import type { HarnessReason } from './environment-reasons';

/** Where inputs come from; a plan tries them in this order. */
export const generators = ['traces', 'hypothesis', 'transplant', 'model'] as const;
export type Generator = (typeof generators)[number];

export interface PlanStep {
  /** Name of the activity that carries out the step. Histories hold this name, so it never changes. */
  readonly activity: string;
  /** The failure that shows the cases to be useless for the next turn: they are flaky, or they repeat the function. */
  readonly spoiltBy?: 'any' | HarnessReason['code'];
}

type Steps = Readonly<Record<string, PlanStep>>;

const makingSteps = {
  slice: { activity: 'sliceFunction' },
  generate: { activity: 'generateCases' },
  run: { activity: 'runReference' },
} as const satisfies Steps;

/** The gates judge all present cases together, in this order. */
const gates = {
  coverage: { activity: 'measureCoverage' },
  mutation: { activity: 'measureMutation', spoiltBy: 'flaky' },
  reruns: { activity: 'rerunHarness', spoiltBy: 'any' },
  minimise: { activity: 'minimiseHarness' },
  scan: { activity: 'scanHarness', spoiltBy: 'any' },
} as const satisfies Steps;
export type PlanGate = keyof typeof gates;
export const planGates = Object.keys(gates) as readonly PlanGate[];

/** Steps of a plan in the order in which a harness meets them; the later one fails, the more is known of it. */
export const planSteps = { ...makingSteps, ...gates };
export type PlanStage = keyof typeof planSteps;
export const planStages = Object.keys(planSteps) as readonly PlanStage[];
