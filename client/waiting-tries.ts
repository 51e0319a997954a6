import type { Client } from '@temporalio/client';

import { toClientError } from './errors';

/** What waits for its next try, with when that is. */
interface WaitingTry {
  readonly execution: { readonly workflowId: string; readonly runId: string };
  /** null: the workflow itself waits, for longer than an activity should. */
  readonly activity: string | null;
  readonly dueMs: number;
}

/** Workflows looked into at a time. */
const atATime = 16;

/** When the first of what waits in a run is tried again, ms since 1970; null: none waits. */
export async function nextTry(client: Client, run: string): Promise<number | null> {
  const due = (await waitingTries(client, run)).map(({ dueMs }) => dueMs);
  return due.length === 0 ? null : Math.min(...due);
}

/**
 * Has whatever waits for its next try in a run tried at once; those under way go on.
 * @returns how many waited
 */
export async function retryNow(client: Client, run: string): Promise<number> {
  const waiting = await waitingTries(client, run);
  try {
    for (const { execution, activity: id } of waiting) {
      if (id === null) {
        const { workflowId, runId } = execution;
        await client.workflow.getHandle(workflowId, runId).signal('retry-now');
        continue;
      }
      const namespace = client.options.namespace;
      await client.workflowService.resetActivity({ namespace, execution, id });
    }
  } catch (error) {
    throw toClientError(error, `run ${run}`);
  }
  return waiting.length;
}

/** Of all workflows of a run that the engine lists as running. */
async function waitingTries(client: Client, run: string): Promise<readonly WaitingTry[]> {
  const query = `EspalierRun = '${run.replaceAll("'", "''")}' AND ExecutionStatus = 'Running'`;
  try {
    const found: WaitingTry[] = [];
    let batch: Promise<readonly WaitingTry[]>[] = [];
    for await (const { workflowId, runId } of client.workflow.list({ query })) {
      batch.push(triesOf(client, { workflowId, runId }));
      if (batch.length < atATime) continue;
      found.push(...(await Promise.all(batch)).flat());
      batch = [];
    }
    found.push(...(await Promise.all(batch)).flat());
    return found;
  } catch (error) {
    throw toClientError(error, `run ${run}`);
  }
}

async function triesOf(
  client: Client,
  execution: WaitingTry['execution'],
): Promise<readonly WaitingTry[]> {
  const { workflowId, runId } = execution;
  const handle = client.workflow.getHandle(workflowId, runId);
  const { pendingActivities: pending, pendingChildren: children } = (await handle.describe()).raw;
  if ((pending ?? []).length === 0 && (children ?? []).length === 0) {
    // Without a worker nobody says.
    const dueMs = await handle.query<number | null>('waits-until').catch(() => null);
    return dueMs === null ? [] : [{ execution, activity: null, dueMs }];
  }
  return (pending ?? []).flatMap(({ activityId, nextAttemptScheduleTime: due }) =>
    activityId && due?.seconds
      ? [{ execution, activity: activityId, dueMs: Number(due.seconds) * 1000 }]
      : [],
  );
}
