import { hostname } from 'node:os';
import { randomUUID } from 'node:crypto';

import type { ActivityDependencies } from '../activities/dependencies';
import type { Settings } from '../config/settings';
import { stateFolder } from '../config/state-folder';
import type { Sandbox } from '../core/ports/sandbox';
import { openSandbox } from '../sandbox';
import { openStore } from '../store';
import { createModelClients } from './model-clients';

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
    opening ??= openSandbox(sandboxOptions(settings, folder.root)).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  return {
    store,
    sandbox,
    modelClient: createModelClients(settings, folder),
    owner: `${hostname()}/${String(process.pid)}/${randomUUID()}`,
    leaseMs: settings.ESPALIER_HEARTBEAT_MS,
    close: async () => {
      if (opening !== null) await (await opening).close();
      await store.close();
    },
  };
}
