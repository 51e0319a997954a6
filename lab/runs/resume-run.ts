import type { EngineConnection } from '../../client';
import { UsageError } from '../../core/errors';
import type { Store } from '../../core/ports/records';
import { attemptWorkflowId } from '../../core/workflow-ids';
import { loadRun } from '../../report/load-run';
import { workRow } from '../../core/work/kinds';
import type { LabContext } from '../lab-context';
import { ensureServices } from '../services/ensure-services';
import { beginWork } from './begin-work';
import { checkReady } from './check-ready';
import { requireOwnVersions } from './other-versions';
import { requireFreeEndpoint } from './require-free-endpoint';
import { whenWorkerDiffers } from './start-run';
import type { StartedRun } from './start-run';

/**
 * Lets a living run, and each of its searches, go on, or has the engine do what is left of it; workflows that other code
 * has started are ended first. One in which every
 * problem has a verdict is left as it is.
 * @throws UsageError (`RUN_UNKNOWN`, `RUN_OF_OTHER_VERSIONS`); NotReadyError for what the run needs and this machine has not
 */
export async function resumeRun(
  context: LabContext,
  store: Store,
  { run, concurrency }: { readonly run: string; readonly concurrency: number },
): Promise<StartedRun> {
  const { record, summary } = await loadRun(store, run);
  if (record.status === 'completed' && summary.completed === summary.total) {
    return { record, services: null };
  }
  requireOwnVersions(record);
  await requireFreeEndpoint(context, store, record);
  await checkReady(context, record.config.model, workRow(record.config.kind).models(record.config));
  const differs = context.unattended === true ? 'keep' : await whenWorkerDiffers(store, record);
  const services = await ensureServices(context, record.config.model, differs);
  const begun = await beginWork(context, store, { services, record, concurrency, paused: null });
  if (begun === 'attached') {
    const { steer } = await import('../../client/index.js');
    const client = await services.client();
    await steer(client, record.id, { kind: 'resume' });
    // A problem that was paused by itself knows nothing of its run's resume.
    for (const id of await searchesUnderWay(store, record.id)) await resumeSearch(client, id);
  }
  return { record, services };
}

async function searchesUnderWay(store: Store, run: string): Promise<readonly string[]> {
  const attempts = await store.runs.attempts(run);
  return attempts
    .filter(({ status }) => status === 'running')
    .map(({ problem, sample }) => attemptWorkflowId(run, problem, sample));
}

/** One that has ended meanwhile, or has hardly begun, is not paused. */
async function resumeSearch(client: EngineConnection, id: string): Promise<void> {
  const { steer } = await import('../../client/index.js');
  try {
    await steer(client, id, { kind: 'resume' });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
  }
}
