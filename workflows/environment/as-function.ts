import type { FunnelEntry } from '../../core/schemas/environment-funnel';
import { attemptWorkflowId } from '../../core/workflow-ids';
import { tellsItsEnd } from '../work/tells-its-end';
import type { BuildHarnessInput } from './build-harness';

/** What a function is left with whose workflow somebody chose to cancel. */
export const wasCancelled = 'it was cancelled';

/** Makes a function of a repository that is being worked on of the workflow that builds its harness. */
export function asFunction(
  work: (input: BuildHarnessInput) => Promise<FunnelEntry>,
): (input: BuildHarnessInput) => Promise<FunnelEntry> {
  return tellsItsEnd(work, {
    idOf: ({ attempt: { run, problem, sample } }) => attemptWorkflowId(run, problem, sample),
    cancelled: wasCancelled,
  });
}
