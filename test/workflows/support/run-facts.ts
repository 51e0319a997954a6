import { queryTree } from '../../../client';
import { eventually } from '../../../laboratory/home/eventually';
import type { ScriptedRun } from './scripted-run';

/** What the store says of the run itself: status and reason. */
export async function statusOf({
  store,
  id,
}: ScriptedRun): Promise<readonly [string, string | null]> {
  const record = await store.runs.run(id);
  return [record?.status ?? 'missing', record?.reason ?? null];
}

/** Why one of its problems waits; null when none does. */
export async function waitingFor({ store, id }: ScriptedRun): Promise<string | null> {
  const waiting = await store.runs.waitingAttempts(id);
  return waiting?.why ?? null;
}

/** Everything recorded of its problems, in order. */
export async function resultsOf({ store, id }: ScriptedRun) {
  return (await store.runs.attempts(id)).map(({ problem, result }) => ({ problem, result }));
}

/** How many histories a workflow has taken, once all are closed. */
export async function historiesOf({ engine }: ScriptedRun, workflowId: string): Promise<number> {
  let runs = 0;
  const query = `WorkflowId = "${workflowId}"`;
  await eventually('all are listed as closed', async () => {
    runs = (await engine.client.workflow.count(query)).count;
    return (
      (await engine.client.workflow.count(`${query} AND ExecutionStatus = "Running"`)).count === 0
    );
  });
  return runs;
}

/** The activities a workflow has scheduled, each with its queue. */
export async function queuesOf(
  { engine }: ScriptedRun,
  workflowId: string,
): Promise<readonly string[]> {
  const { events } = await engine.client.workflow.getHandle(workflowId).fetchHistory();
  return (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
    scheduled ? [`${scheduled.activityType?.name ?? ''} ${scheduled.taskQueue?.name ?? ''}`] : [],
  );
}

/** Started; its first task scheduled, started, completed. */
const lengthAfterFirstTask = 4;

/**
 * Waits until a workflow and its open children have handled everything that they were told, and wait for something else. Then a
 * step that they should not start was either started before, or is not started at all.
 * @param held number of activities that the test holds
 */
export async function untilAtRest(
  { engine: { client } }: ScriptedRun,
  workflowId: string,
  held = 0,
): Promise<void> {
  /** Activities under way; null: one of the workflows has something to do, or an end of one of them is on its way. */
  const activities = async (id: string): Promise<number | null> => {
    const { raw } = await client.workflow.getHandle(id).describe();
    if (raw.pendingWorkflowTask) return null;
    // After continue-as-new, the server may hold the first task back for a second. Until then it is not pending.
    if (Number(raw.workflowExecutionInfo?.historyLength) < lengthAfterFirstTask) return null;
    let count = raw.pendingActivities?.length ?? 0;
    for (const { workflowId: child } of raw.pendingChildren ?? []) {
      const { status } = await client.workflow.getHandle(child ?? '').describe();
      const below = status.name === 'RUNNING' ? await activities(child ?? '') : null;
      if (below === null) return null;
      count += below;
    }
    return count;
  };
  await eventually(`${workflowId} is at rest`, async () => (await activities(workflowId)) === held);
}

/** Waits until a workflow has been told that it is cancelled. */
export async function isToldOfCancellation(
  { engine: { client } }: ScriptedRun,
  workflowId: string,
): Promise<void> {
  await eventually(`${workflowId} is told of its cancellation`, async () => {
    const { raw } = await client.workflow.getHandle(workflowId).describe();
    return raw.workflowExtendedInfo?.cancelRequested === true;
  });
}

/** Waits until the run is paused, by whomever. */
export async function isRunPaused(run: ScriptedRun): Promise<void> {
  await eventually('the run is paused', async () => (await statusOf(run))[0] === 'paused');
}

/** Waits until the run and its first problem have both heard of a pause. */
export async function isPaused(run: ScriptedRun): Promise<void> {
  await isRunPaused(run);
  await eventually('its problem is paused', async () => {
    const { paused } = await queryTree(run.engine.client, run.attemptId());
    return paused !== null;
  });
}
