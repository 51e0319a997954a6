import type { Client } from '@temporalio/client';

import { toClientError } from './errors';

/** How many of the items under way of a run are in each phase, by the name of the phase. */
export type PhaseCounts = Readonly<Record<string, number>>;

/** Counts phases as the engine lists them, which may be a moment old. @param items ids of the workflows of the items */
export async function queryPhases(
  client: Client,
  run: string,
  items: readonly string[],
): Promise<PhaseCounts> {
  const wanted = new Set(items);
  const counts: Record<string, number> = {};
  const query = `EspalierRun = '${run.replaceAll("'", "''")}' AND ExecutionStatus = 'Running'`;
  try {
    for await (const { workflowId, searchAttributes } of client.workflow.list({ query })) {
      if (!wanted.has(workflowId)) continue;
      const phase = String(searchAttributes['EspalierPhase']?.[0] ?? 'unknown');
      counts[phase] = (counts[phase] ?? 0) + 1;
    }
  } catch (error) {
    throw toClientError(error, `run ${run}`);
  }
  return counts;
}
