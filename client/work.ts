import { WorkflowNotFoundError } from '@temporalio/client';
import type { Client } from '@temporalio/client';

import { searchAttributes } from '../core/search-attributes';
import type { WorkView } from '../workflows/work/messages';
import type { RunWorkInput } from '../workflows/work/run-work';
import { toClientError } from './errors';

/** Starts the work on a run, or attaches to what is running under its id. */
export async function startWork(client: Client, input: RunWorkInput): Promise<void> {
  const { setting } = input;
  try {
    await client.workflow.start('runWork', {
      workflowId: setting.run,
      taskQueue: setting.queues.workflows,
      args: [input],
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      staticSummary: `${setting.labels.method} on ${setting.labels.dataset} with ${setting.labels.model}`,
      searchAttributes: searchAttributes(setting, 'running'),
    });
  } catch (error) {
    throw toClientError(error, `starting run ${setting.run}`);
  }
}

/** What the engine says of a run: null when it knows none under this id. */
export async function workState(client: Client, run: string): Promise<'running' | 'closed' | null> {
  try {
    const description = await client.workflow.getHandle(run).describe();
    return description.status.name === 'RUNNING' ? 'running' : 'closed';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw toClientError(error, `run ${run}`);
  }
}

/** As `workState` of each of these runs, in no more than so many ms in all. @throws NotReadyError when the engine does not answer by then */
export async function workStates(
  client: Client,
  runs: readonly string[],
  withinMs: number,
): Promise<readonly ('running' | 'closed' | null)[]> {
  return client.withDeadline(Date.now() + withinMs, () =>
    Promise.all(runs.map((run) => workState(client, run))),
  );
}

/** Live progress; needs a worker to answer. */
export async function queryProgress(client: Client, run: string): Promise<WorkView> {
  try {
    return await client.workflow.getHandle(run).query<WorkView>('progress');
  } catch (error) {
    throw toClientError(error, `run ${run}`);
  }
}

/**
 * Ends the work on a run at once, without a word to it: for workflows that no worker can go on with. Those that it has
 * started end with it, a moment later. Work that was begun after this looked is left alone.
 */
export async function endWork(client: Client, run: string, why: string): Promise<void> {
  try {
    const { raw } = await client.workflow.getHandle(run).describe();
    const firstExecutionRunId = raw.workflowExecutionInfo?.firstRunId ?? undefined;
    const chain = firstExecutionRunId === undefined ? {} : { firstExecutionRunId };
    const seen = client.workflow.getHandle(run, undefined, chain);
    await seen.terminate(why);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw toClientError(error, `ending run ${run}`);
  }
}

export async function cancelWork(client: Client, run: string): Promise<void> {
  try {
    await client.workflow.getHandle(run).cancel();
  } catch (error) {
    throw toClientError(error, `cancelling run ${run}`);
  }
}
