import { attemptWorkflowId } from '../../core/durable/workflow-ids';
import type { LoadedRun } from '../../report/load-run';
import type { LabContext } from '../lab-context';
import { engineAnswer } from './engine-answer';
import { hasEnded } from './start-run';

/** The phase of each attempt in progress, by the id of its workflow. null: nothing is in progress, or the engine does not say. */
export async function readPhases(
  context: LabContext,
  { record, sums: { running } }: Pick<LoadedRun, 'record' | 'sums'>,
): Promise<ReadonlyMap<string, string> | null> {
  if (hasEnded(record) || running.length === 0) return null;
  const { id } = record;
  const items = running.map(({ problem, sample }) => attemptWorkflowId(id, problem, sample));
  const { queryPhases } = await import('../../client/index.js');
  return engineAnswer(context, (client) => queryPhases(client, id, items));
}
