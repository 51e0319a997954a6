import { join } from 'node:path';

import { SessionKeeper } from '../../activities/dialogue/sessions/session-keeper';
import { CallsInFlight } from '../../activities/model/calls-in-flight';
import { createActivities } from '../../activities';
import type { ModelClient } from '../../core/adapters/model';
import type { LiveCallTotals, RunRecord } from '../../core/ports/records';
import { workOn } from '../../lab/runs/begin-work';
import { recordRun } from '../../lab/runs/start-run';
import { withStore } from '../../lab/with-store';
import { queueDuties } from '../../workers/roles';
import type { BenchLab } from './bench-lab';
import type { CpuCost } from './figures';
import { startCpuClock } from './process-cpu';
import { inProcessSandbox, syntheticWork } from './synthetic-search';
import type { SyntheticRun } from './synthetic-search';
import { noRepositories } from '../fakes/no-repositories';

export interface ProductRun extends SyntheticRun {
  readonly concurrency: number;
  readonly model: ModelClient;
  readonly queues: 'single' | 'split';
}

export interface ProductFigures {
  readonly wallMs: number;
  readonly cpu: CpuCost;
  readonly calls: LiveCallTotals;
  readonly expansions: number;
}

/** One run from its start to its end: our workflows, activities, worker options, journal and store. */
export function measureRun(lab: BenchLab, run: ProductRun): Promise<ProductFigures> {
  return withStore({ ...lab, note: () => undefined }, async (store) => {
    const sandbox = inProcessSandbox();
    const activities = createActivities({
      store,
      sandbox: () => Promise.resolve(sandbox),
      // A search starts no session.
      sessions: new SessionKeeper({
        dialogues: store.dialogues,
        blobs: store.blobs,
        host: () => Promise.reject(new Error('no session is to be started here')),
        most: 1,
        idleMs: 1,
      }),
      ...noRepositories,
      programsAtOnce: 2,
      calls: new CallsInFlight(),
      modelClient: () => Promise.resolve(run.model),
      owner: `bench/${String(process.pid)}`,
      leaseMs: lab.settings.ESPALIER_HEARTBEAT_MS,
    });
    const record = await recordRun(store, syntheticWork(run));
    const timed = await whileWorking(lab, activities, () => timeRun(lab, record, run));
    const { completed, total } = await store.runs.counts(run.name);
    if (completed !== total) throw new Error(`only ${String(completed)} of ${String(total)} ended`);
    let expansions = 0;
    for await (const { attempts } of store.runs.pages(run.name)) {
      for (const { result } of attempts) {
        expansions += result?.outcome.kind === 'search' ? result.outcome.nodes.length : 0;
      }
    }
    if (expansions !== run.problems * run.budget) {
      throw new Error(`${String(expansions)} expansions were made`);
    }
    return { ...timed, calls: await store.runs.callTotals(run.name), expansions };
  });
}

async function timeRun(
  { client, serverPid, settings }: BenchLab,
  record: RunRecord,
  { concurrency, queues }: ProductRun,
): Promise<Pick<ProductFigures, 'wallMs' | 'cpu'>> {
  const cpu = startCpuClock(serverPid);
  const startedMs = performance.now();
  await workOn({ settings: { ...settings, ESPALIER_QUEUES: queues } }, client, {
    record,
    concurrency,
    paused: null,
    generation: null,
  });
  await client.workflow.getHandle(record.id).result();
  return { wallMs: performance.now() - startedMs, cpu: cpu() };
}

/** The workers of a process that plays every role. */
async function whileWorking<T>(
  lab: BenchLab,
  activities: ReturnType<typeof createActivities>,
  body: () => Promise<T>,
): Promise<T> {
  const workers = await Promise.all(
    queueDuties('all').map(({ queue, workflows }) =>
      lab.worker({
        queue,
        activities,
        ...(workflows ? { workflows: join(__dirname, '..', '..', 'workflows') } : {}),
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
