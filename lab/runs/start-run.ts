import type { EngineConnection } from '../../client';
import { runTiming } from '../../config/run-timing';
import { queuePlan } from '../../core/task-queues';
import type { RunRecord, Store } from '../../core/ports/records';
import type { LabContext } from '../lab-context';
import { keepBank } from '../services/kept-bank';
import { ensureServices } from '../services/ensure-services';
import type { Services } from '../services/ensure-services';
import type { WhenDifferent } from '../services/ensure-worker';
import { checkReady } from './check-ready';
import { requireFreeEndpoint } from './require-free-endpoint';
import { codeText, isOtherCode } from './other-code';
import type { PlannedRun } from '../planning/plan-run';

/** A run that is worked on, with the services that do so; null services: it had ended before. */
export interface StartedRun {
  readonly record: RunRecord;
  readonly services: Services | null;
}

/**
 * Starts a planned run, or attaches to it when it is under way. One that has ended is left as it is. Nothing is
 * started before the endpoint and the sandbox have been seen to work, and no run recorded before all is up.
 */
export async function startRun(
  context: LabContext,
  store: Store,
  plan: PlannedRun,
): Promise<StartedRun> {
  const known = await store.runs.run(plan.id);
  if (known !== null && hasEnded(known)) return { record: known, services: null };
  await requireFreeEndpoint(context, store, plan);
  await checkReady(context, plan.config.model);
  await keepBankOf(context, plan);
  const { model } = plan.config;
  const services = await ensureServices(context, model, await whenWorkerDiffers(store, plan));
  const record = await recordRun(store, plan);
  await endWorkOfOtherCode(context, store, { services, run: record.id });
  await beginWork(context, store, { services, record, concurrency: plan.concurrency });
  return { record, services };
}

/** What is recorded of a planned run. */
export interface RunWork extends Pick<PlannedRun, 'id' | 'config'> {
  readonly dataset: Pick<PlannedRun['dataset'], 'rows'>;
}

/** Records a run and the problems it is about. */
export async function recordRun(
  store: Store,
  { id, config, dataset }: RunWork,
): Promise<RunRecord> {
  await store.problems.save(config.dataset.sha256, dataset.rows);
  return store.runs.createRun(id, config);
}

export function hasEnded({ status }: Pick<RunRecord, 'status'>): boolean {
  return status === 'completed' || status === 'cancelled';
}

/** The model server answers from our own copy, whatever becomes of the original. */
async function keepBankOf({ folder }: LabContext, plan: PlannedRun): Promise<void> {
  const { bank } = plan.model.config;
  if (plan.model.bankFiles === null || bank === undefined) return;
  await keepBank(folder, bank.sha256, plan.model.bankFiles);
}

export interface WorkToBegin {
  readonly services: Services;
  readonly record: RunRecord;
  readonly concurrency: number;
}

/** Has the engine work on a recorded run, and records which code does; attaches to the work that is under way. */
export async function beginWork(
  context: LabContext,
  store: Store,
  { services, record, concurrency }: WorkToBegin,
): Promise<void> {
  if (await isWorkedOn(services, record.id)) return;
  const bundle = await services.bundle();
  // Before they start: workflows whose code nobody knows would be taken for older ones.
  if (bundle !== null) await store.runs.setRunBundle(record.id, bundle);
  await workOn(context, await services.client(), { record, concurrency });
}

/** Ends the workflows of a run that other code has started, saying so; what they had finished is in the store. */
export async function endWorkOfOtherCode(
  context: LabContext,
  store: Store,
  { services, run }: { readonly services: Services; readonly run: string },
): Promise<void> {
  if (!(await isWorkedOn(services, run))) return;
  // Read only now: what another command has started meanwhile was recorded before it could be seen at work.
  const bundle = (await store.runs.run(run))?.bundle ?? null;
  const working = await services.bundle();
  if (!isOtherCode(bundle, working)) return;
  context.note(
    `run ${run} was started by ${codeText(bundle)}: its workflows are ended, and ${codeText(working)} goes on with what is stored`,
  );
  const { endWork } = await import('../../client/index.js');
  await endWork(await services.client(), run, `${codeText(working)} goes on from the store`);
}

/** Has the engine work on a recorded run, or attaches to the work that is under way. */
export async function workOn(
  { settings }: Pick<LabContext, 'settings'>,
  client: EngineConnection,
  { record, concurrency }: { readonly record: RunRecord; readonly concurrency: number },
): Promise<void> {
  const { startWork } = await import('../../client/index.js');
  const { id, config } = record;
  await startWork(client, {
    concurrency,
    setting: {
      run: id,
      kind: config.kind,
      queues: queuePlan(settings.ESPALIER_QUEUES),
      labels: {
        method: config.method,
        dataset: config.dataset.name,
        model: config.model.name,
      },
      timing: runTiming(settings),
    },
  });
}

/** Replacing a worker aborts the calls it has in flight: not for a run that could do with the worker there is. */
export async function whenWorkerDiffers(
  store: Store,
  run: Pick<RunRecord, 'id' | 'config'>,
): Promise<WhenDifferent> {
  if (run.config.model.kind === 'endpoint') return 'restart';
  const busy = (await store.runs.runs()).some(
    ({ id, status }) => id !== run.id && status === 'running',
  );
  return busy ? 'keep' : 'restart';
}

/** Whether the engine is working on a run now. */
export async function isWorkedOn(services: Services, run: string): Promise<boolean> {
  const { workState } = await import('../../client/index.js');
  return (await workState(await services.client(), run)) === 'running';
}
