import { attemptWorkflowId } from '../../core/durable/workflow-ids';
import type { LoadedRun } from '../../report/load-run';
import { answerWithin } from '../answer-within';
import type { LabContext } from '../lab-context';
import { withRunningEngine } from '../services/with-running-engine';
import { hasEnded } from './start-run';

/** Longest delay of a look at a run. */
const answerWithinMs = 2_000;

/** The phase of each attempt in progress, by the id of its workflow. null: nothing is in progress, or the engine does not say. */
export async function readPhases(
  context: LabContext,
  { record, sums: { running } }: Pick<LoadedRun, 'record' | 'sums'>,
): Promise<ReadonlyMap<string, string> | null> {
  if (hasEnded(record) || running.length === 0) return null;
  const { id } = record;
  const items = running.map(({ problem, sample }) => attemptWorkflowId(id, problem, sample));
  const { queryPhases } = await import('../../client/index.js');
  const asked = withRunningEngine(context, (client) => queryPhases(client, id, items));
  return answerWithin(
    asked.catch(() => null),
    answerWithinMs,
  );
}
