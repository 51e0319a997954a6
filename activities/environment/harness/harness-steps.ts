import type { PlanEvent, StepAction } from '../../../core/repository/plan/plan';
import { generateCases } from './generate-cases';
import type { ActionOf, HarnessContext } from './harness-context';
import { measureCoverage } from './measure-coverage';
import { measureMutation } from './measure-mutation';
import { minimiseHarness } from './minimise-harness';
import { rerunHarness } from './rerun-harness';
import { runOriginal } from './run-original';
import { scanHarness } from './scan-harness';
import { sliceFunction } from './slice-function';

/** Asks a model for cases. */
export type AskForCases = (
  context: HarnessContext,
  action: ActionOf<'generate'>,
) => Promise<PlanEvent>;

/**
 * Limit of the feedback, in characters. Feedback quotes lines of a repository, which may have any length, and each history
 * contains it several times.
 */
const longestFeedback = 20_000;

type Step<Kind extends StepAction['kind']> = (
  context: HarnessContext,
  action: ActionOf<Kind>,
  askForCases: AskForCases,
) => Promise<PlanEvent>;

/** The function for each kind of step. */
const steps: { readonly [Kind in StepAction['kind']]: Step<Kind> } = {
  slice: sliceFunction,
  generate: (context, action, askForCases) => {
    const { generator } = action;
    if (generator === 'model') return askForCases(context, action);
    return generateCases(context, { ...action, generator });
  },
  run: runOriginal,
  coverage: measureCoverage,
  mutation: measureMutation,
  reruns: rerunHarness,
  minimise: minimiseHarness,
  scan: scanHarness,
};

/**
 * Carries out a step of a plan. @throws only for errors of the cell or store. The behaviour of the function and its cases is
 * in the event
 */
export async function runStep(
  context: HarnessContext,
  action: StepAction,
  askForCases: AskForCases,
): Promise<PlanEvent> {
  // The compiler does not see that the row and the action are of one kind.
  const step = steps[action.kind] as Step<StepAction['kind']>;
  const event = await step(context, action, askForCases);
  if (event.kind !== 'failed' || event.feedback === null) return event;
  return { ...event, feedback: event.feedback.slice(0, longestFeedback) };
}
