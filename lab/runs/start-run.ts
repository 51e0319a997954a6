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

/** What of a plan is needed to start it, whatever it is about. */
export interface StartableRun
  extends RunWork, Pick<PlannedRun, 'model' | 'concurrency' | 'parallel'> {}

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
  plan: StartableRun,
): Promise<StartedRun> {
  const known = await store.runs.run(plan.id);
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
  await beginWork(context, store, {
    ...{ services, record, parallel: plan.parallel, paused: pausedReason(record) },
    // What was said of it meanwhile stands.
    ...{ concurrency: null, usualConcurrency: plan.concurrency },
  });
  return { record: (await store.runs.run(record.id)) ?? record, services };
}

/** What is recorded of a planned run. */
export interface RunWork extends Pick<PlannedRun, 'id' | 'config'> {
  readonly dataset: Pick<PlannedRun['dataset'], 'rows'>;
}

/** Records a run and the problems it is about; its work begins later, or never. */
export async function recordRun(
  store: Store,
  { id, config, dataset }: RunWork,
): Promise<RunRecord> {
  await store.problems.save(config.dataset.sha256, dataset.rows);
  return store.runs.createRun(id, config, notBegun);
}

/** Why a run waits; null: it does not, or for nobody: it has not begun. */
export function pausedReason(record: Pick<RunRecord, 'status' | 'reason'>): string | null {
  if (record.status !== 'paused' || isNotBegun(record)) return null;
  return record.reason ?? 'no reason given';
}

export function hasEnded({ status }: Pick<RunRecord, 'status'>): boolean {
  return status === 'completed' || status === 'cancelled';
}
