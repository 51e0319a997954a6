import type { RunRecord, Store } from '../../core/ports/records';
import { askedAt } from '../../core/work/asked-at';
import { isNotBegun, notBegun } from '../../core/work/not-begun';
import { workRow } from '../../core/kinds/kinds';
import type { LabContext } from '../lab-context';
import { keepModelFiles } from '../services/kept-bank';
import { ensureServices } from '../services/ensure-services';
import type { Services } from '../services/ensure-services';
import { whenWorkerDiffers } from '../services/when-worker-differs';
import { beginWork } from './begin-work';
import { checkReady } from './check-ready';
import { olderRuns } from './other-versions';
import { requireFreeEndpoint } from './require-free-endpoint';
import type { PlannedRun } from '../planning/plan-run';

/** The part of any plan that is needed to start it. */
export interface StartableRun
  extends RunWork, Pick<PlannedRun, 'model' | 'concurrency' | 'parallel'> {}

/** A run under way with its services. null services: the run had already ended. */
export interface StartedRun {
  readonly record: RunRecord;
  readonly services: Services | null;
}

/**
 * Starts a planned run, or attaches to it if it is under way. A run that has ended is not changed. The endpoint, the sandbox
 * and an engine at TEMPORAL_ADDRESS are checked before anything is started. The run is recorded only when all services are up.
 * @param onStored called once the store has the run
 */
export async function startRun(
  context: LabContext,
  store: Store,
  plan: StartableRun,
  onStored: () => void = () => undefined,
): Promise<StartedRun> {
  const known = await store.runs.run(plan.id);
  if (known !== null) onStored();
  if (known !== null && hasEnded(known)) return { record: known, services: null };
  const place = { id: plan.id, config: plan.config, movedTo: known?.movedTo ?? null };
  await requireFreeEndpoint(context, store, place);
  await checkReady(context, askedAt(place), workRow(plan.config.kind).models(plan.config));
  await keepModelFiles(context.folder, plan.model);
  const { model } = plan.config;
  const services = await ensureServices(context, model, await whenWorkerDiffers(store, plan));
  if (known === null) {
    for (const said of olderRuns(plan, await store.runs.runs())) context.note(said);
  }
  const record = await recordRun(store, plan);
  if (known === null) onStored();
  await beginWork(context, store, {
    ...{ services, record, parallel: plan.parallel, paused: pausedReason(record) },
    // Values that were set meanwhile count.
    ...{ concurrency: null, usualConcurrency: plan.concurrency },
  });
  return { record: (await store.runs.run(record.id)) ?? record, services };
}

/** What is recorded of a planned run. */
export interface RunWork extends Pick<PlannedRun, 'id' | 'config'> {
  readonly dataset: Pick<PlannedRun['dataset'], 'rows'>;
}

/** Records a run and its problems. Its work begins later, or never. */
export async function recordRun(
  store: Store,
  { id, config, dataset }: RunWork,
): Promise<RunRecord> {
  await store.problems.save(config.dataset.sha256, dataset.rows);
  return store.runs.createRun(id, config, notBegun);
}

/** Why a run waits. null: it does not wait, or it has not begun. */
export function pausedReason(record: Pick<RunRecord, 'status' | 'reason'>): string | null {
  if (record.status !== 'paused' || isNotBegun(record)) return null;
  return record.reason ?? 'no reason given';
}

export function hasEnded({ status }: Pick<RunRecord, 'status'>): boolean {
  return status === 'completed' || status === 'cancelled';
}
