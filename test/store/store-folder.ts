import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import SqliteDatabase from 'better-sqlite3';

import type { Store } from '../../core/ports/records';
import { openStore, type OpenStoreOptions } from '../../store';

/** A folder of its own for each test, and the stores opened in it; gone with everything in it afterwards. */
export interface StoreFolder {
  readonly folder: string;
  readonly path: string;
  readonly open: (options?: Partial<OpenStoreOptions>) => Promise<Store>;
  /** At the store's file, behind the store's back. */
  readonly database: <T>(look: (database: SqliteDatabase.Database) => T) => T;
  readonly dispose: () => Promise<void>;
}

export function createStoreFolder(): StoreFolder {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-store-'));
  const path = join(folder, 'state', 'store.sqlite');
  const stores: Store[] = [];
  return {
    folder,
    path,
    open: async (options = {}) => {
      const store = await openStore({ path, ...options });
      stores.push(store);
      return store;
    },
    database: (look) => {
      const opened = new SqliteDatabase(path);
      try {
        return look(opened);
      } finally {
        opened.close();
      }
    },
    dispose: async () => {
      await Promise.all(stores.map((store) => store.close()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
