import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Worker } from '@temporalio/worker';
import type { WorkerOptions } from '@temporalio/worker';

import { createActivities } from '../../../activities';
import type { ActivityDependencies } from '../../../activities';
import { startWork } from '../../../client';
import type { AttemptRecord, Store } from '../../../core/ports/records';
import type { Sandbox } from '../../../core/adapters/sandbox';
import type { RunConfig } from '../../../core/schemas/run';
import type { QueuePlan } from '../../../core/durable/task-queues';
import type { Timing } from '../../../core/durable/timing';
import type { FunctionHidden } from '../../../core/tasks/function';
import { attemptWorkflowId } from '../../../core/durable/workflow-ids';
import type { SessionKeeper } from '../../../activities/dialogue/sessions/session-keeper';
import { openStore } from '../../../store';
import { createScriptedModel } from '../../fakes/scripted-model';
import type { Script, ScriptedModel } from '../../fakes/scripted-model';
import { createScriptedSandbox } from '../../fakes/scripted-sandbox';
import type { ScriptedVerdicts } from '../../fakes/scripted-sandbox';
import { sharedQueue, sharedQueues, sharedWorker } from './shared-worker';
import { scriptedProblem, scriptedRunConfig } from './scripted-problems';
import type { TestEngine } from './test-engine';
import { activityDependencies } from '../../fakes/activity-dependencies';

export interface RunSpec {
  readonly script: Script | ((problem: string) => Script);
  readonly programs?: ScriptedVerdicts;
  /** In place of the scripted one. */
  readonly sandbox?: Sandbox;
  /** Of dialogues with people; default: there are none. */
  readonly sessions?: SessionKeeper;
  /** What grading knows of a problem beside its test. */
  readonly hidden?: (problem: string) => Partial<FunctionHidden>;
  readonly config?: Partial<RunConfig>;
  readonly timing?: Partial<Timing>;
  readonly concurrency?: number;
  /** Expansions of one problem at a time; default 1. */
  readonly parallel?: number;
  /** Default true. */
  readonly functionsOutlive?: boolean;
  /** Default: one queue of its own; with `withRun`, the one of the engine's shared worker. */
  readonly queues?: QueuePlan;
  /** Of another run; else the run has one of its own. */
  readonly store?: Store;
  /** Default a new one; the same again for a run that lives on in another engine. */
  readonly id?: string;
  /** Beside the product's own, or in their place. */
  readonly activities?: (store: Store) => object;
  /** What activities are given in place of the store. */
  readonly storeForActivities?: (store: Store) => Store;
}

/** A run over the real engine, worker, activities and store, with a scripted model and sandbox. */
export interface ScriptedRun {
  readonly id: string;
  readonly engine: TestEngine;
  readonly store: Store;
  readonly model: ScriptedModel;
  readonly queues: QueuePlan;
  readonly dependencies: ActivityDependencies;
  readonly activities: object;
  /** As `run start` and `run resume` do. */
  readonly start: () => Promise<void>;
  /** Waits for the run's end. */
  readonly end: () => Promise<void>;
  readonly attemptId: (problem?: string) => string;
  /** @throws when the store has none. */
  readonly attempt: (problem?: string) => Promise<AttemptRecord>;
}

/** Heartbeats of a test: cancellations arrive within a third of it, and a busy machine still keeps up. */
const heartbeatMs = 3_000;

export const testTiming: Timing = {
  heartbeatMs,
  retryForMs: 60_000,
  retryInitialMs: 100,
  retryMaxMs: 500,
  modelTimeoutMs: 30_000,
  lookAfterMs: 1_000,
  maxHistory: null,
};

/** Sets a run up and starts nothing. */
export async function scriptedRun(engine: TestEngine, spec: RunSpec): Promise<ScriptedRun> {
  const id = spec.id ?? `run-${randomUUID().slice(0, 8)}`;
  const config = scriptedRunConfig(spec.config);
  const store = spec.store ?? (await openStore({ path: join(engine.root, `${id}.sqlite`) }));
  const rows = config.problems.map((problem) => {
    const { hidden, ...row } = scriptedProblem(problem);
    return { ...row, hidden: { ...hidden, ...spec.hidden?.(problem) } };
  });
  await store.problems.save(config.dataset.sha256, rows);
  await store.runs.createRun(id, config);
  const model = createScriptedModel(spec.script);
  const sandbox = spec.sandbox ?? createScriptedSandbox(spec.programs ?? {});
  const queues = spec.queues ?? { workflows: id, model: id, sandbox: id };
  const setting = {
    run: id,
    kind: config.kind,
    timing: { ...testTiming, ...spec.timing },
    queues,
    labels: { method: config.method, dataset: config.dataset.name, model: config.model.name },
    ...(spec.parallel === undefined ? {} : { parallel: spec.parallel }),
    testsAtOnce: queues.sandbox === queues.workflows,
    functionsOutlive: spec.functionsOutlive ?? true,
  };
  const attemptId = (problem = 'P/0'): string => attemptWorkflowId(id, problem, 0);
  return {
    id,
    engine,
    store,
    model,
    queues,
    dependencies: activityDependencies({
      store: spec.storeForActivities?.(store) ?? store,
      sandbox: () => Promise.resolve(sandbox),
      ...(spec.sessions === undefined ? {} : { sessions: spec.sessions }),
      modelClient: () => Promise.resolve(model),
      owner: `test/${id}`,
      leaseMs: setting.timing.heartbeatMs,
    }),
    activities: spec.activities?.(store) ?? {},
    start: () => startWork(engine.client, { setting, concurrency: spec.concurrency ?? 2 }),
    end: async () => {
      await engine.client.workflow.getHandle(id).result();
    },
    attemptId,
    attempt: async (problem = 'P/0') => {
      const record = await store.runs.attempt({ run: id, problem, sample: 0 });
      if (record === null) throw new Error(`nothing recorded of ${attemptId(problem)}`);
      return record;
    },
  };
}

/** A worker as `espalier worker` runs one, on one queue. */
export function scriptedWorker(
  {
    engine,
    dependencies,
    activities = {},
  }: Pick<ScriptedRun, 'engine' | 'dependencies'> & Partial<Pick<ScriptedRun, 'activities'>>,
  { queue, workflows = true }: { readonly queue: string; readonly workflows?: boolean },
): Promise<Worker> {
  const options: WorkerOptions = {
    connection: engine.connection,
    taskQueue: queue,
    identity: 'espalier',
    activities: { ...createActivities(dependencies), ...activities },
    maxHeartbeatThrottleInterval: 200,
    defaultHeartbeatThrottleInterval: 200,
    stickyQueueScheduleToStartTimeout: 2_000,
    shutdownForceTime: '10s',
    ...(workflows ? { workflowBundle: engine.bundle } : {}),
  };
  return Worker.create(options);
}

/** Runs the body while a worker works; ends what the body has left open, and closes the run's own store. */
export async function withRun<T>(
  engine: TestEngine,
  spec: RunSpec,
  body: (run: ScriptedRun) => Promise<T>,
): Promise<T> {
  const run = await scriptedRun(engine, { queues: sharedQueues, ...spec });
  const activities = { ...createActivities(run.dependencies), ...run.activities };
  const worker = await sharedWorker(engine, Object.keys(activities), (dispatched) =>
    scriptedWorker({ ...run, activities: dispatched }, { queue: sharedQueue }),
  );
  const leave = worker.serve(run.id, activities);
  try {
    const result = await withinItsTime(body(run));
    expectNoSurprise(run);
    return result;
  } finally {
    await leave();
    // As the end of its worker's process would.
    run.dependencies.calls.close();
    if (spec.store === undefined) await run.store.close();
  }
}

/** Below jest's own limit, so that a run that never ends is a failure whose worker is shut down all the same. */
const mostMs = 80_000;

async function withinItsTime<T>(body: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = sleep(mostMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`the run did not come to its end within ${String(mostMs)} ms`);
  });
  try {
    return await Promise.race([body, late]);
  } finally {
    over.abort();
    late.catch(() => undefined);
  }
}

/** Plays a run to its end. */
export function played<T>(
  engine: TestEngine,
  spec: RunSpec,
  then: (run: ScriptedRun) => Promise<T>,
): Promise<T> {
  return withRun(engine, spec, async (run) => {
    await run.start();
    await run.end();
    return then(run);
  });
}

export async function terminate({ engine, id }: Pick<ScriptedRun, 'engine' | 'id'>): Promise<void> {
  try {
    await engine.client.workflow.getHandle(id).terminate();
  } catch {
    // It has ended, or never began.
  }
}

function expectNoSurprise({ model }: ScriptedRun): void {
  if (model.surprises.length === 0) return;
  throw new Error(`asked beyond the script: ${model.surprises.join(', ')}`);
}
