import type { HarnessReason } from '../../names/environment-reasons';
import type { PlanStage } from '../../names/harness-plan';

export interface PlanStep {
  /** Name of the activity that carries out the step. Histories hold this name, so it never changes. */
  readonly activity: string;
  /** Its own time limit (`workflows/environment/environment-activities.ts`). Absent: that of most steps. */
  readonly limit?: 'coverage';
  /** The failure that shows the cases to be useless for the next turn: they are flaky, or they repeat the function. */
  readonly spoiltBy?: 'any' | HarnessReason['code'];
}

/** How each step of a plan is carried out, and what its failure means for the cases. */
export const planSteps = {
  slice: { activity: 'sliceFunction' },
  generate: { activity: 'generateCases' },
  run: { activity: 'runReference' },
  coverage: { activity: 'measureCoverage', limit: 'coverage' },
  mutation: { activity: 'measureMutation', spoiltBy: 'flaky' },
  reruns: { activity: 'rerunHarness', spoiltBy: 'any' },
  minimise: { activity: 'minimiseHarness' },
  scan: { activity: 'scanHarness', spoiltBy: 'any' },
} as const satisfies { readonly [Stage in PlanStage]: PlanStep };
