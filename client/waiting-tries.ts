import { isGrpcServiceError, WorkflowNotFoundError } from '@temporalio/client';
import type { Client } from '@temporalio/client';

import { toClientError } from './errors';

/** What waits for its next try, with when that is. */
interface WaitingTry {
  readonly execution: { readonly workflowId: string; readonly runId: string };
  /** null: the workflow itself waits, for longer than an activity should. */
  readonly activity: string | null;
  readonly dueMs: number;
}

/** Of gRPC's codes, which are a package of its own: there is no such thing, or no longer. */
const grpcNotFound = 5;

/** Workflows looked into at a time. */
const atATime = 16;

/** When the first of what waits in a run is tried again, ms since 1970; null: none waits. */
export async function nextTry(client: Client, run: string): Promise<number | null> {
  const due = (await waitingTries(client, run)).map(({ dueMs }) => dueMs);
  return due.length === 0 ? null : Math.min(...due);
}

/** Tries all waiting steps of a run at once; running tries go on. @returns how many waited */
export async function retryNow(client: Client, run: string): Promise<number> {
  let woken = 0;
  try {
    for (const waiting of await waitingTries(client, run)) {
      if (await wake(client, waiting)) woken += 1;
    }
  } catch (error) {
    throw toClientError(error, `run ${run}`);
  }
  return woken;
}

/** false: it has gone on, or ended, meanwhile. */
async function wake(client: Client, { execution, activity: id }: WaitingTry): Promise<boolean> {
  const { workflowId, runId } = execution;
  try {
    if (id === null) {
      await client.workflow.getHandle(workflowId, runId).signal('retry-now');
    } else {
      const { namespace } = client.options;
      await client.workflowService.resetActivity({ namespace, execution, id });
    }
    return true;
  } catch (error) {
    const isGone = isGrpcServiceError(error) && Number(error.code) === grpcNotFound;
    if (isGone || error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
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
