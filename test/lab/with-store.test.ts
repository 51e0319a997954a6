import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

import SqliteDatabase from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';

import { readSettings } from '../../config/settings';
import { stateFolder } from '../../config/state-folder';
import { withStore } from '../../lab/with-store';
import { migrate } from '../../store/migrations/migrate';
import { migrations } from '../../store/migrations/migrations';
import type { StoreTables } from '../../store/tables';
import { cleanUp, scratchState } from '../engine/scratch-state';

afterEach(() => cleanUp([]));

describe('the store of a state folder', () => {
  it('says once that it was of an older schema, and where the copy is', async () => {
    const settings = readSettings({ ESPALIER_HOME: scratchState().root });
    const folder = stateFolder(settings);
    const notes: string[] = [];
    const look = () =>
      withStore({ settings, folder, note: (text) => void notes.push(text) }, (store) =>
        store.runs.runs(),
      );
    await storeOfFirstSchema(folder.store);
    await look();
    await look();
    const newest = String(migrations.length);
    const copy = `${folder.store}.before-v${newest}`;
    expect(notes).toEqual([
      `the store was of schema 1 and is of ${newest} now; as it was: ${copy}`,
    ]);
    expect([existsSync(copy), dirname(copy)]).toEqual([true, dirname(folder.store)]);
  });
});

async function storeOfFirstSchema(path: string): Promise<void> {
  const dialect = new SqliteDialect({ database: new SqliteDatabase(path) });
  const db = new Kysely<StoreTables>({ dialect });
  const first = migrations.slice(0, 1);
  await migrate(db, { path, migrations: first, readOnly: false, clock: () => 0 });
  await db.destroy();
}
