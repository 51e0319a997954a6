import { setTimeout as wait } from 'node:timers/promises';

import { WorkflowNotFoundError } from '@temporalio/client';
import type { Client, WorkflowHandle } from '@temporalio/client';

import { searchAttributes } from '../core/durable/search-attributes';
import type { WorkView } from '../workflows/work/messages';
import type { RunWindowInput } from '../workflows/work/run-window';
import { toClientError } from './errors';
import { untilHeard } from './until-heard';

/** Starts the work on a run, or attaches to what is running under its id. */
export async function startWork(client: Client, input: RunWindowInput): Promise<void> {
  const { setting } = input;
  try {
    await client.workflow.start('runWindow', {
      workflowId: setting.run,
      taskQueue: setting.queues.workflows,
      args: [input],
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      staticSummary: `${setting.labels.method} on ${setting.labels.dataset} with ${setting.labels.model}`,
      searchAttributes: searchAttributes(setting, 'running'),
      memo: { [generationMemo]: setting.generation ?? null },
    });
  } catch (error) {
    throw toClientError(error, `starting run ${setting.run}`);
  }
}

/** Under this name the engine remembers, beside a run, which generation of work on it this is. */
const generationMemo = 'espalierGeneration';

/** What the engine knows of a run's work. */
export interface EngineWork {
  readonly state: 'running' | 'closed';
  /** The one it was begun with. */
  readonly generation: string | null;
}

/** What the engine says of a run: null when it knows none under this id. */
export async function engineWork(client: Client, run: string): Promise<EngineWork | null> {
  try {
    const { status, memo } = await client.workflow.getHandle(run).describe();
    const generation = memo?.[generationMemo];
    return {
      state: status.name === 'RUNNING' ? 'running' : 'closed',
      generation: typeof generation === 'string' ? generation : null,
    };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw toClientError(error, `run ${run}`);
  }
}

/** As `engineWork` of each of these runs, in no more than so many ms in all. @throws NotReadyError when the engine does not answer by then */
export async function engineWorks(
  client: Client,
  runs: readonly string[],
  withinMs: number,
): Promise<readonly (EngineWork | null)[]> {
  return client.withDeadline(Date.now() + withinMs, () =>
    Promise.all(runs.map((run) => engineWork(client, run))),
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

/** Has a run work on so many items at a time from now on. @throws UsageError when it has ended, or refuses */
export async function setConcurrency(
  client: Client,
  run: string,
  concurrency: number,
): Promise<void> {
  try {
    await untilHeard(() =>
      client.workflow
        .getHandle(run)
        .executeUpdate<void, [number]>('set-concurrency', { args: [concurrency] }),
    );
  } catch (error) {
    throw toClientError(error, `concurrency of run ${run}`);
  }
}

/** So often the engine is asked which workflows of a run are open, which it lists a moment after their start. */
const looks = 2;
/** While children that were asked for are not there yet. */
const mostLooks = 10;
const betweenLooksMs = 300;
/** PARENT_CLOSE_POLICY_ABANDON, as the engine says it. */
const abandon = 2;

/**
 * Ends the work on a run and its items at once, without a word to them: for workflows that no worker can go on with, and for
 * items whose run is gone. What they have started ends with them: at once, or by the engine a moment later. Work that was
 * begun after this looked is left alone.
 */
export async function endWork(
  client: Client,
  run: string,
  why: string,
  sleep: (ms: number) => Promise<unknown> = wait,
): Promise<void> {
  try {
    const ended = new Set<string>();
    const end = async (id: string, runId?: string): Promise<readonly string[] | null> => {
      const children = await endOne(client.workflow.getHandle(id, runId), why);
      if (children !== null) ended.add(id);
      return children;
    };
    let starting = await endRun(client, run, why);
    for (let look = 1; ; look += 1) {
      const left: string[] = [];
      for (const id of starting) left.push(...((await end(id)) ?? [id]));
      const query = `EspalierRun = "${run}" AND ExecutionStatus = "Running"`;
      for await (const { workflowId, runId } of client.workflow.list({ query })) {
        left.push(...((await end(workflowId, runId)) ?? []));
      }
      starting = left.filter((id) => !ended.has(id));
      if (look >= (starting.length > 0 ? mostLooks : looks)) return;
      await sleep(betweenLooksMs);
    }
  } catch (error) {
    throw toClientError(error, `ending run ${run}`);
  }
}

/** Ids of the children that it leaves behind. */
async function endRun(client: Client, run: string, why: string): Promise<readonly string[]> {
  const handle = client.workflow.getHandle(run);
  const found = await unlessGone(handle.describe());
  if (found === null) return [];
  const firstExecutionRunId = found.raw.workflowExecutionInfo?.firstRunId ?? undefined;
  const chain = firstExecutionRunId === undefined ? {} : { firstExecutionRunId };
  await unlessGone(client.workflow.getHandle(run, undefined, chain).terminate(why));
  return await leftBehind(handle);
}

type Endable = Pick<WorkflowHandle, 'terminate' | 'describe'>;

/** Ids of the children that it leaves behind; null: there is none that is open, it has ended or is yet to come. */
async function endOne(handle: Endable, why: string): Promise<readonly string[] | null> {
  return (await unlessGone(handle.terminate(why))) === null ? null : await leftBehind(handle);
}

/** Of a workflow that has ended: children that the engine does not end with it, those that were asked for and are yet to come, too. */
async function leftBehind(handle: Endable): Promise<readonly string[]> {
  const ended = await unlessGone(handle.describe());
  return (ended?.raw.pendingChildren ?? []).flatMap(({ workflowId, parentClosePolicy }) =>
    workflowId && Number(parentClosePolicy) === abandon ? [workflowId] : [],
  );
}

async function unlessGone<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

export async function cancelWork(client: Client, run: string): Promise<void> {
  try {
    await client.workflow.getHandle(run).cancel();
  } catch (error) {
    throw toClientError(error, `cancelling run ${run}`);
  }
}
