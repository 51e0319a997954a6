import { availableParallelism, hostname } from 'node:os';
import { randomUUID } from 'node:crypto';

import type { ActivityDependencies } from '../activities/dependencies';
import type { Settings } from '../config/settings';
import { stateFolder } from '../config/state-folder';
import type { Sandbox } from '../core/ports/sandbox';
import { openStore } from '../store';
import { createModelClients } from './model-clients';
import { openWorkerSandbox } from './worker-sandbox';

export interface OpenDependencies extends ActivityDependencies {
  readonly close: () => Promise<void>;
}

/** Builds the adapters of a worker once: the store now, the sandbox with the first program. */
export async function createDependencies(settings: Settings): Promise<OpenDependencies> {
  const folder = stateFolder(settings);
  const store = await openStore({
    path: folder.store,
    synchronous: settings.ESPALIER_STORE_SYNC,
  });
  let opening: Promise<Sandbox> | null = null;
  const sandbox = (): Promise<Sandbox> => {
    if (opening !== null) return opening;
    const started = openWorkerSandbox(settings, folder);
    started.catch(() => {
      opening = null;
    });
    opening = started;
    return started;
  };
  return {
    store,
    sandbox,
    programsAtOnce: Math.max(2, settings.ESPALIER_SANDBOX_SLOTS ?? availableParallelism()),
    modelClient: createModelClients(settings, folder),
    owner: `${hostname()}/${String(process.pid)}/${randomUUID()}`,
    leaseMs: settings.ESPALIER_HEARTBEAT_MS,
    close: async () => {
      if (opening !== null) await (await opening).close();
      await store.close();
    },
  };
}
