import type { Client } from '@temporalio/client';

import { toClientError } from './errors';

/** The phase of each item under way of a run, by the id of its workflow. */
export type ItemPhases = ReadonlyMap<string, string>;

/** Phases as the engine lists them, which may be a moment old. @param items ids of the workflows of the items */
export async function queryPhases(
  client: Client,
  run: string,
  items: readonly string[],
): Promise<ItemPhases> {
  const wanted = new Set(items);
  const phases = new Map<string, string>();
  const query = `EspalierRun = '${run.replaceAll("'", "''")}' AND ExecutionStatus = 'Running'`;
  try {
    for await (const { workflowId, searchAttributes } of client.workflow.list({ query })) {
      if (!wanted.has(workflowId)) continue;
      phases.set(workflowId, String(searchAttributes['EspalierPhase']?.[0] ?? 'unknown'));
    }
  } catch (error) {
    throw toClientError(error, `run ${run}`);
  }
  return phases;
}
