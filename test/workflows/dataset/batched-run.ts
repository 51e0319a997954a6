import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { createActivities } from '../../../activities';
import { startWork } from '../../../client';
import type { Store } from '../../../core/ports/records';
import { RunConfig } from '../../../core/schemas/run';
import { Recipe } from '../../../core/schemas/recipe';
import { createModelClient } from '../../../llm';
import type { ModelServer } from '../../../llm/simulated/server';
import { keepRows, openStore } from '../../../store';
import { activityDependencies } from '../../fakes/activity-dependencies';
import { sourceRow } from '../../report/datasets/made-dataset';
import { configOf } from '../../report/small-run';
import { scriptedWorker, testTiming } from '../support/scripted-run';
import { sharedQueue, sharedQueues, sharedWorker } from '../support/shared-worker';
import type { TestEngine } from '../support/test-engine';

export interface BatchedRunSpec {
  readonly rows: number;
  /** Absent: every request goes alone. */
  readonly batch?: NonNullable<Recipe['batch']>;
}

/** A run that rates rows and embeds those that pass, over the real engine, store and client. */
export interface BatchedRun {
  readonly id: string;
  readonly store: Store;
  readonly start: () => Promise<void>;
  readonly end: () => Promise<void>;
  /** Activities of another process that works on the run. */
  readonly activities: () => object;
}

export async function batchedRun(
  engine: TestEngine,
  server: ModelServer,
  { rows, batch }: BatchedRunSpec,
): Promise<BatchedRun> {
  const id = `run-${randomUUID().slice(0, 8)}`;
  const store = await openStore({ path: join(engine.root, `${id}.sqlite`) });
  const planned = Array.from({ length: rows }, (_, at) => ({
    ...{ row: sourceRow(`own/${String(at)}`), method: 'pack' as const },
    ...{ partners: [], errorClass: null },
  }));
  const pages = await keepRows(store.blobs, planned);
  const counts = { read: rows, unreadable: 0, repeated: 0, unplanned: 0, planned: rows };
  const { limits, assurance, reuse, seed } = configOf();
  const config = RunConfig.parse({
    ...{ kind: 'dataset', method: 'make-dataset', limits, assurance, reuse, seed },
    dataset: { name: 'small', sha256: pages },
    problems: planned.map(({ row }) => row.id),
    model: { kind: 'simulated', name: 'simulated', logicalEndpoint: server.logicalEndpoint },
    build: {
      recipe: Recipe.parse({
        ...{ name: 'small', sources: [{ name: 'own', file: 'own.jsonl' }], methods: { pack: {} } },
        ...{ models: { embedder: 'vectors' }, filter: { minRating: 3 }, batch },
      }),
      ...{ pages, benchmarks: null },
      ingested: { own: { ...counts, sha256: 'a'.repeat(64), licence: 'MIT' } },
    },
  });
  await store.runs.createRun(id, config);
  const { baseUrl } = server;
  const client = createModelClient({ baseUrl, apiKey: null, timeoutMs: 10_000, ownServer: true });
  const setting = {
    ...{ run: id, kind: config.kind, timing: testTiming, queues: sharedQueues },
    labels: { method: config.method, dataset: 'small', model: 'simulated' },
  };
  return {
    ...{ id, store },
    start: () => startWork(engine.client, { setting, concurrency: 4 }),
    end: async () => {
      await engine.client.workflow.getHandle(id).result();
    },
    activities: () =>
      createActivities(
        activityDependencies({
          ...{ store, modelClient: () => Promise.resolve(client) },
          ...{ owner: `test/${randomUUID()}`, leaseMs: testTiming.heartbeatMs },
        }),
      ),
  };
}

/** Serves the activities of a run. @returns ends that */
export async function serveRun(
  engine: TestEngine,
  { id, activities }: BatchedRun,
): Promise<() => Promise<void>> {
  const own = activities();
  const worker = await sharedWorker(engine, Object.keys(own), (dispatched) =>
    scriptedWorker(
      { engine, dependencies: activityDependencies(), activities: dispatched },
      { queue: sharedQueue },
    ),
  );
  return worker.serve(id, own);
}

/** Plays a run to its end. */
export async function playBatched<T>(
  engine: TestEngine,
  run: BatchedRun,
  then: () => Promise<T>,
): Promise<T> {
  const leave = await serveRun(engine, run);
  try {
    await run.start();
    await run.end();
    return await then();
  } finally {
    await leave();
    await run.store.close();
  }
}

/** The names of the batches that a server has, the newest first. */
export async function batchesOf({ baseUrl }: ModelServer): Promise<readonly string[]> {
  const list = (await (await fetch(`${baseUrl}/batches?limit=100`)).json()) as {
    readonly data: readonly { readonly id: string }[];
  };
  return list.data.map(({ id }) => id);
}
