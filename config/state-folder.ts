import { join, resolve } from 'node:path';

import type { Settings } from './settings';

/** Where things of one installation live. Nothing here is created by asking for it. */
export interface StateFolder {
  readonly root: string;
  /** The store: records, journal, blobs. */
  readonly store: string;
  /** The local engine's database. */
  readonly engineDatabase: string;
  /** `<name>.json` per detached process: pid, boot id, port, what it is. */
  readonly processes: string;
  readonly logs: string;
  /** Banks by hash, so that a model server restarts with what the run started with. */
  readonly banks: string;
  /** What the programs of a bank come to, by hash of all that decides it: for simulations. */
  readonly gradedBanks: string;
}

export function stateFolder(settings: Settings): StateFolder {
  // Absolute: detached processes and later commands may stand in another folder.
  const root = resolve(
    settings.ESPALIER_HOME ??
      join(settings.XDG_STATE_HOME ?? join(settings.HOME, '.local', 'state'), 'espalier'),
  );
  return {
    root,
    store: join(root, 'store.sqlite'),
    engineDatabase: join(root, 'engine.sqlite'),
    processes: join(root, 'processes'),
    logs: join(root, 'logs'),
    banks: join(root, 'banks'),
    gradedBanks: join(root, 'graded-banks'),
  };
}

/** Per user, outside the state folder and the checkout: binaries and downloaded data sets. */
export function cacheFolder(settings: Settings): string {
  return join(settings.XDG_CACHE_HOME ?? join(settings.HOME, '.cache'), 'espalier');
}
