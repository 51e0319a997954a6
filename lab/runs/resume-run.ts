import type { EngineConnection } from '../../client';
import { UsageError } from '../../core/errors/errors';
import type { RunRecord, Store } from '../../core/ports/records';
import { attemptWorkflowId } from '../../core/durable/workflow-ids';
import { findRun } from '../../report/load-run';
import { workRow } from '../../core/kinds/kinds';
import type { LabContext } from '../lab-context';
import { usualConcurrency } from '../planning/run-options';
import { ensureServices } from '../services/ensure-services';
import type { Services } from '../services/ensure-services';
import { refuseParallel } from '../planning/refuse-parallel';
import { beginOrTell } from './begin-or-tell';
import { beginWork } from './begin-work';
import { askedAt } from '../../core/work/asked-at';
import { movedRun } from './moved-run';
import { checkReady } from './check-ready';
import { requireOwnVersions } from './other-versions';
import { requireFreeEndpoint } from './require-free-endpoint';
import { whenWorkerDiffers } from '../services/when-worker-differs';
import type { StartedRun } from './start-run';

export interface ResumeOptions {
  readonly run: string;
  readonly concurrency: number | null;
  readonly parallel?: number | undefined;
  readonly baseUrl?: string | undefined;
}

/**
 * Resumes a living run and each of its searches, or starts the engine's work on the rest of it. Workflows of other code are
 * ended first. A run in which every problem has a verdict is not changed.
 * @param options.concurrency items at the same time from now on. null: the last value given
 * @param options.baseUrl address of the model from now on. undefined: no change
 * @throws UsageError (`RUN_UNKNOWN`, `RUN_OF_OTHER_VERSIONS`); NotReadyError for what the run needs and this machine lacks
 */
export async function resumeRun(
  given: LabContext,
  store: Store,
  { run, concurrency: said, parallel: saidParallel, baseUrl }: ResumeOptions,
): Promise<StartedRun> {
  const known = await findRun(store, run);
  refuseParallel(known.config.method, saidParallel);
  const { context, record } =
    baseUrl === undefined
      ? { context: given, record: known }
      : await movedRun(given, known, baseUrl);
  const { completed, total } = await store.runs.counts(run);
  if (known.status === 'completed' && completed === total) {
    return { record: known, services: null };
  }
  requireOwnVersions(known);
  await requireFreeEndpoint(context, store, record);
  await checkReady(context, askedAt(record), workRow(record.config.kind).models(record.config));
  const moves = record.movedTo !== known.movedTo;
  if (moves) {
    await store.runs.moveRun(record.id, record.movedTo);
    context.note(`${record.config.model.name} is asked at ${askedAt(record).logicalEndpoint} now`);
  }
  const differs = context.unattended === true ? 'keep' : await whenWorkerDiffers(store, record);
  const services = await ensureServices(context, record.config.model, differs);
  // Only a person can judge what the endpoint did.
  if (context.unattended !== true) await store.endpoints.settle(record.id);
  await beginOrTell(store, record.id, {
    begin: () =>
      beginWork(context, store, {
        ...{ services, record, concurrency: said, parallel: saidParallel },
        paused: null,
      }),
    tell: () => tellToGoOn(context, store, { services, record, said, moves }),
  });
  return { record, services };
}

async function tellToGoOn(
  { unattended = false }: Pick<LabContext, 'unattended'>,
  store: Store,
  {
    services,
    record,
    said,
    moves,
  }: {
    readonly services: Pick<Services, 'client'>;
    readonly record: RunRecord;
    readonly said: number | null;
    readonly moves: boolean;
  },
): Promise<void> {
  const { retryNow, setConcurrency, steer } = await import('../../client/index.js');
  const client = await services.client();
  if (unattended) return steer(client, record.id, { kind: 'resume', ends: record.reason });
  // This comes before the resume, so that the run does not start more items than requested.
  if (said !== null) await store.runs.setRunConcurrency(record.id, said);
  const { concurrency } = await findRun(store, record.id);
  await setConcurrency(client, record.id, concurrency ?? usualConcurrency);
  await steer(client, record.id, { kind: 'resume' });
  // A problem that was paused alone does not receive the resume of its run.
  for (const id of await searchesUnderWay(store, record.id)) await resumeSearch(client, id);
  // Calls that wait still wait for the former address.
  if (moves) await retryNow(client, record.id);
}

async function searchesUnderWay(store: Store, run: string): Promise<readonly string[]> {
  const running = await store.runs.runningAttempts(run);
  return running.map(({ problem, sample }) => attemptWorkflowId(run, problem, sample));
}

/** A problem that has ended meanwhile, or has hardly begun, is not paused. */
async function resumeSearch(client: EngineConnection, id: string): Promise<void> {
  const { steer } = await import('../../client/index.js');
  try {
    await steer(client, id, { kind: 'resume' });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
  }
}
