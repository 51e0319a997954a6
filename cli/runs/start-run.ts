import { queuePlan } from '../../core/task-queues';
import type { RunRecord, Store } from '../../core/ports/records';
import type { CommandContext } from '../command-context';
import { keepBank } from '../services/bank-copy';
import { ensureServices } from '../services/ensure-services';
import type { Services } from '../services/ensure-services';
import type { WhenDifferent } from '../services/own-worker';
import { checkReady } from './check-ready';
import type { PlannedRun } from './run-config';

/** A run that is worked on, with the services that do so; null services: it had ended before. */
export interface BegunRun {
  readonly record: RunRecord;
  readonly services: Services | null;
}

/**
 * Starts a planned run, or attaches to it when it is under way. One that has ended is left as it is. Nothing is
 * written or started before the endpoint and the sandbox have been seen to work.
 */
export async function beginRun(
  context: CommandContext,
  store: Store,
  plan: PlannedRun,
): Promise<BegunRun> {
  const known = await store.runs.run(plan.id);
  if (known !== null && hasEnded(known)) return { record: known, services: null };
  await checkReady(context, plan.config.model);
  const record = await recordRun(context, store, plan);
  return {
    record,
    services: await startWork(context, store, { run: record, concurrency: plan.concurrency }),
  };
}

export function hasEnded({ status }: RunRecord): boolean {
  return status === 'completed' || status === 'cancelled';
}

/** Writes down what a run is (data set, bank, configuration) before anything of it is started. */
async function recordRun(
  { folder }: CommandContext,
  store: Store,
  plan: PlannedRun,
): Promise<RunRecord> {
  const { bank } = plan.model.config;
  if (plan.model.bankFiles !== null && bank !== undefined) {
    await keepBank(folder, bank.sha256, plan.model.bankFiles);
  }
  await store.problems.save(plan.config.dataset.sha256, plan.dataset.rows);
  return store.runs.createRun(plan.id, plan.config);
}

/** Has the engine work on a recorded run, or attaches to the work that is under way. */
export async function startWork(
  context: CommandContext,
  store: Store,
  { run, concurrency }: { readonly run: RunRecord; readonly concurrency: number },
): Promise<Services> {
  const services = await ensureServices(
    context,
    run.config.model,
    await whenWorkerDiffers(store, run),
  );
  const { startSweep } = await import('../../client/index.js');
  const { settings } = context;
  const { config } = run;
  await startSweep(await services.client(), {
    concurrency,
    setting: {
      run: run.id,
      queues: queuePlan(settings.ESPALIER_QUEUES),
      labels: {
        method: config.method,
        dataset: config.dataset.name,
        model: config.model.name,
      },
      timing: {
        heartbeatMs: settings.ESPALIER_HEARTBEAT_MS,
        retryForMs: settings.ESPALIER_RETRY_FOR_MS,
        retryInitialMs: settings.ESPALIER_RETRY_INITIAL_MS,
        retryMaxMs: settings.ESPALIER_RETRY_MAX_MS,
        modelTimeoutMs: settings.ESPALIER_MODEL_TIMEOUT_MS,
        maxHistory: settings.ESPALIER_MAX_HISTORY ?? null,
      },
    },
  });
  return services;
}

/** Replacing a worker aborts the calls it has in flight: not for a run that could do with the worker there is. */
export async function whenWorkerDiffers(store: Store, run: RunRecord): Promise<WhenDifferent> {
  if (run.config.model.kind === 'endpoint') return 'restart';
  const busy = (await store.runs.runs()).some(
    ({ id, status }) => id !== run.id && status === 'running',
  );
  return busy ? 'keep' : 'restart';
}

/** Whether the engine is working on a run now. */
export async function isWorkedOn(services: Services, run: string): Promise<boolean> {
  const { sweepState } = await import('../../client/index.js');
  return (await sweepState(await services.client(), run)) === 'running';
}
