import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

import SqliteDatabase from 'better-sqlite3';

import { readSettings } from '../../config/settings';
import { stateFolder } from '../../config/state-folder';
import { withStore } from '../../lab/with-store';
import { migrations } from '../../store/migrations/migrations';
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
    await look();
    expect(notes).toEqual([]);
    const database = new SqliteDatabase(folder.store);
    const later = [
      ...['dialogue_events', 'dialogue_blocks', 'chats', 'live_words'],
      ...['archives', 'archive_pieces', 'environments', 'definitions'],
      ...['environment_functions', 'environment_steps', 'shown_tests'],
    ];
    database.exec(later.map((table) => `drop table ${table};`).join(' '));
    database.exec(
      'alter table runs drop column bundle; delete from schema_versions where version > 1',
    );
    database.close();
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
