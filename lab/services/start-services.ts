import type { LabContext } from '../lab-context';
import { withStore } from '../with-store';
import { ensureLocalEngine } from './ensure-local-engine';
import type { FoundEngine } from './ensure-local-engine';
import { ensureSupervisor } from './ensure-supervisor';
import { ensureWorker } from './ensure-worker';
import { workerName } from './worker-ready';
import { sayStarting } from './say-starting';
import { clearStopped } from './stopped-by-hand';
import { whenWorkerDiffers } from './when-worker-differs';

export interface StartedServices {
  readonly engine: FoundEngine;
  readonly worker: 'started' | 'found';
}

/** Starts the services that every run needs, or finds them: the engine, a worker and the supervisor of this state folder. */
export async function startServices(context: LabContext): Promise<StartedServices> {
  const whenDifferent = await withStore(context, (store) => whenWorkerDiffers(store, null));
  await clearStopped(context.folder);
  if (context.settings.TEMPORAL_ADDRESS === undefined) {
    await sayStarting(context, 'engine', 'the local Temporal server');
  }
  const engine = await ensureLocalEngine(context);
  await sayStarting(context, workerName, 'a worker');
  const worker = await ensureWorker(context, engine.target, {
    needsEndpoint: false,
    whenDifferent,
    typed: true,
  });
  await ensureSupervisor(context, { needsEndpoint: false });
  return { engine, worker };
}
