import type { EngineConnection } from '../../client';
import { UsageError } from '../../core/errors';
import type { RunRecord, Store } from '../../core/ports/records';
import { attemptWorkflowId } from '../../core/workflow-ids';
import type { CommandContext } from '../../cli/command-context';
import { ensureServices } from '../services/ensure-services';
import type { Services } from '../services/ensure-services';
import { checkReady } from './check-ready';
import { requireFreeEndpoint } from './endpoint-in-use';
import { isWorkedOn, startWork, whenWorkerDiffers } from './start-run';

/** Lets living work, and each of its searches, go on, or starts one that does what is left. */
export async function resumeRun(
  context: CommandContext,
  store: Store,
  { record, concurrency }: { readonly record: RunRecord; readonly concurrency: number },
): Promise<Services> {
  await requireFreeEndpoint(context, store, record);
  await checkReady(context, record.config.model);
  const differs = await whenWorkerDiffers(store, record);
  const services = await ensureServices(context, record.config.model, differs);
  if (await isWorkedOn(services, record.id)) {
    const { steer } = await import('../../client/index.js');
    const client = await services.client();
    await steer(client, record.id, { kind: 'resume' });
    // A problem that was paused by itself knows nothing of its run's resume.
    for (const id of await searchesUnderWay(store, record.id)) await resumeSearch(client, id);
    return services;
  }
  // What is watched next must not find the end of the earlier life.
  await store.runs.setRunStatus(record.id, 'running', null);
  await startWork(context, services, { record, concurrency });
  return services;
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
