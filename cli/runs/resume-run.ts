import type { RunRecord, Store } from '../../core/ports/records';
import type { CommandContext } from '../command-context';
import { ensureServices } from '../services/ensure-services';
import type { Services } from '../services/ensure-services';
import { checkReady } from './check-ready';
import { isWorkedOn, startWork, whenWorkerDiffers } from './start-run';

/** Lets a living sweep go on, or starts one that does what is left. */
export async function resumeRun(
  context: CommandContext,
  store: Store,
  { record, concurrency }: { readonly record: RunRecord; readonly concurrency: number },
): Promise<Services> {
  await checkReady(context, record.config.model);
  const differs = await whenWorkerDiffers(store, record);
  const services = await ensureServices(context, record.config.model, differs);
  if (await isWorkedOn(services, record.id)) {
    const { steer } = await import('../../client/index.js');
    await steer(await services.client(), record.id, { kind: 'resume' });
    return services;
  }
  // What is watched next must not find the end of the earlier life.
  await store.runs.setRunStatus(record.id, 'running', null);
  await startWork(context, services, { record, concurrency });
  return services;
}
