import { assertNever } from '../../../core/assert-never';
import type { PlanAction, PlanEvent } from '../../../core/repository/plan/plan';
import { generateCases } from './generate-cases';
import type { ActionOf, HarnessContext } from './harness-context';
import { measureCoverage } from './measure-coverage';
import { measureMutation } from './measure-mutation';
import { minimiseHarness } from './minimise-harness';
import { rerunHarness } from './rerun-harness';
import { runReference } from './run-reference';
import { scanHarness } from './scan-harness';
import { sliceFunction } from './slice-function';

/** Asks a model for cases. */
export type AskForCases = (
  context: HarnessContext,
  action: ActionOf<'generate'>,
) => Promise<PlanEvent>;

/** It quotes lines of a repository, which may be of any length, and lies in histories several times. */
const longestFeedback = 20_000;

/** Carries out a step of a plan. @throws for trouble of cell or store alone: what the function or its cases do is the event */
export async function runStep(
  context: HarnessContext,
  action: Exclude<PlanAction, { readonly kind: 'finish' }>,
  askForCases: AskForCases,
): Promise<PlanEvent> {
  const event = await carryOut(context, action, askForCases);
  if (event.kind !== 'failed' || event.feedback === null) return event;
  return { ...event, feedback: event.feedback.slice(0, longestFeedback) };
}

function carryOut(
  context: HarnessContext,
  action: Exclude<PlanAction, { readonly kind: 'finish' }>,
  askForCases: AskForCases,
): Promise<PlanEvent> {
  switch (action.kind) {
    case 'slice':
      return sliceFunction(context, action);
    case 'generate': {
      const { generator } = action;
      if (generator === 'model') return askForCases(context, action);
      return generateCases(context, { ...action, generator });
    }
    case 'run':
      return runReference(context, action);
    case 'coverage':
      return measureCoverage(context, action);
    case 'mutation':
      return measureMutation(context, action);
    case 'reruns':
      return rerunHarness(context, action);
    case 'minimise':
      return minimiseHarness(context, action);
    case 'scan':
      return scanHarness(context, action);
    default:
      return assertNever(action);
  }
}
