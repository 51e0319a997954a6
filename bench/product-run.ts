import { join } from 'node:path';

import { createActivities } from '../activities';
import { startWork } from '../client';
import { runTiming } from '../config/run-timing';
import type { ModelClient } from '../core/ports/model';
import type { CallTotals } from '../core/ports/records';
import { queuePlan } from '../core/task-queues';
import { openStore } from '../store';
import { queueDuties } from '../workers/roles';
import type { BenchLab } from './bench-lab';
import type { CpuCost } from './figures';
import { startCpuClock } from './process-cpu';
import { inProcessSandbox, syntheticConfig, syntheticProblem } from './synthetic-search';
import type { SyntheticRun } from './synthetic-search';

export interface ProductRun extends SyntheticRun {
  readonly concurrency: number;
  readonly model: ModelClient;
  readonly queues: 'single' | 'split';
}

export interface ProductFigures {
  readonly wallMs: number;
  readonly cpu: CpuCost;
  readonly calls: CallTotals;
  readonly expansions: number;
}

/** One run from its start to its end: our workflows, activities, worker options, journal and store. */
export async function measureRun(lab: BenchLab, run: ProductRun): Promise<ProductFigures> {
  const { settings, folder } = lab;
  const store = await openStore({ path: folder.store, synchronous: settings.ESPALIER_STORE_SYNC });
  try {
    const config = syntheticConfig(run);
    const rows = Array.from({ length: run.problems }, (_, number) => syntheticProblem(number));
    await store.problems.save(config.dataset.sha256, rows);
    await store.runs.createRun(run.name, config);
    const sandbox = inProcessSandbox();
    const activities = createActivities({
      store,
      sandbox: () => Promise.resolve(sandbox),
      programsAtOnce: 2,
      modelClient: () => Promise.resolve(run.model),
      owner: `bench/${String(process.pid)}`,
      leaseMs: settings.ESPALIER_HEARTBEAT_MS,
    });
    const timed = await whileWorking(lab, { activities, queues: run.queues }, () =>
      timeWork(lab, run),
    );
    const { completed, total } = await store.runs.counts(run.name);
    if (completed !== total) throw new Error(`only ${String(completed)} of ${String(total)} ended`);
    const records = await store.runs.attempts(run.name);
    const made = records.map(({ result }) =>
      result?.outcome.kind === 'search' ? result.outcome.nodes.length : 0,
    );
    const expansions = made.reduce((sum, nodes) => sum + nodes, 0);
    if (expansions !== run.problems * run.budget) {
      throw new Error(`${String(expansions)} expansions were made`);
    }
    return { ...timed, calls: await store.runs.callTotals(run.name), expansions };
  } finally {
    await store.close();
  }
}

async function timeWork(
  { client, serverPid, settings }: BenchLab,
  { name, concurrency, queues }: ProductRun,
): Promise<Pick<ProductFigures, 'wallMs' | 'cpu'>> {
  const cpu = startCpuClock(serverPid);
  const startedMs = performance.now();
  await startWork(client, {
    concurrency,
    setting: {
      run: name,
      kind: 'search',
      queues: queuePlan(queues),
      labels: { method: 'code-tree', dataset: 'synthetic', model: 'synthetic' },
      timing: runTiming(settings),
    },
  });
  await client.workflow.getHandle(name).result();
  return { wallMs: performance.now() - startedMs, cpu: cpu() };
}

interface Work {
  readonly activities: ReturnType<typeof createActivities>;
  readonly queues: 'single' | 'split';
}

/** The workers of a process that plays every role. */
async function whileWorking<T>(
  lab: BenchLab,
  { activities }: Work,
  body: () => Promise<T>,
): Promise<T> {
  const workers = await Promise.all(
    queueDuties('all').map(({ queue, workflows }) =>
      lab.worker({
        queue,
        activities,
        ...(workflows ? { workflows: join(__dirname, '..', 'workflows') } : {}),
      }),
    ),
  );
  const running = workers.map((worker) => worker.run());
  try {
    return await Promise.race([body(), Promise.all(running).then(neverEnds)]);
  } finally {
    for (const worker of workers) worker.shutdown();
    await Promise.all(running);
  }
}

function neverEnds(): never {
  throw new Error('the workers ended before the run');
}
