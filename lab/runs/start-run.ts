import type { RunRecord, Store } from '../../core/ports/records';
import { askedAt } from '../../core/work/asked-at';
import { isNotBegun, notBegun } from '../../core/work/not-begun';
import { workRow } from '../../core/kinds/kinds';
import type { LabContext } from '../lab-context';
import { keepModelFiles } from '../services/kept-bank';
import { ensureServices } from '../services/ensure-services';
import type { Services } from '../services/ensure-services';
import type { WhenDifferent } from '../services/ensure-worker';
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
 * started before the endpoint, the sandbox and an engine at TEMPORAL_ADDRESS work, and no run is recorded before all is up.
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

/**
 * Replacing a worker makes everybody wait for the calls it has in flight, and may strand workflows of its code: never while
 * it works on another run, and to attach to a run that it works on only where that could not go on. `null`: for no run in
 * particular.
 */
export async function whenWorkerDiffers(
  store: Store,
  run: Pick<RunRecord, 'id'> | null,
): Promise<WhenDifferent> {
  const running = (await store.runs.unfinishedRuns()).filter(({ status }) => status === 'running');
  if (running.some(({ id }) => id !== run?.id)) return 'keep';
  return running.length > 0 ? 'if-needed' : 'restart';
}
