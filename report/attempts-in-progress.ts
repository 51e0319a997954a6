import { attemptWorkflowId } from '../core/durable/workflow-ids';
import { inPlace } from '../core/metrics/placed';
import type { LoadedRun } from './load-run';

/** An attempt that has begun and has not ended. */
export type AttemptInProgress = {
  readonly problem: string;
  readonly sample: number;
  /** null: the engine does not answer, or does not list it. */
  readonly phase: string | null;
};

/** In the order of the data set. Empty if the run has ended. */
export function attemptsInProgress({
  record: { id, status },
  sums: { running },
  phases,
}: LoadedRun): readonly AttemptInProgress[] {
  if (status !== 'running' && status !== 'paused') return [];
  return inPlace(running).map(({ problem, sample }) => ({
    ...{ problem, sample },
    phase: phases?.get(attemptWorkflowId(id, problem, sample)) ?? null,
  }));
}
