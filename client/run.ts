import { WorkflowNotFoundError } from '@temporalio/client';
import type { Client } from '@temporalio/client';

import { searchAttributes } from '../core/search-attributes';
import type { RunSweepInput } from '../workflows/work/run-work';
import type { SweepView, TreeView } from '../workflows/work/messages';
import { toClientError } from './errors';

/** Starts a run's sweep, or attaches to the one that is running under its id. */
export async function startSweep(client: Client, input: RunSweepInput): Promise<void> {
  const { setting } = input;
  try {
    await client.workflow.start('runSweep', {
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
export async function sweepState(
  client: Client,
  run: string,
): Promise<'running' | 'closed' | null> {
  try {
    const description = await client.workflow.getHandle(run).describe();
    return description.status.name === 'RUNNING' ? 'running' : 'closed';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw toClientError(error, `run ${run}`);
  }
}

/** Live progress; needs a worker to answer. */
export async function querySweep(client: Client, run: string): Promise<SweepView> {
  try {
    return await client.workflow.getHandle(run).query<SweepView>('progress');
  } catch (error) {
    throw toClientError(error, `run ${run}`);
  }
}

/** The live tree of one problem's search. */
export async function queryTree(client: Client, attemptId: string): Promise<TreeView> {
  try {
    return await client.workflow.getHandle(attemptId).query<TreeView>('tree');
  } catch (error) {
    throw toClientError(error, attemptId);
  }
}

export async function cancelSweep(client: Client, run: string): Promise<void> {
  try {
    await client.workflow.getHandle(run).cancel();
  } catch (error) {
    throw toClientError(error, `cancelling run ${run}`);
  }
}
