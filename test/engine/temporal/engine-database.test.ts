import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { addressesOf, findLocalServer } from '../../../engine/local-server';
import {
  checkDatabase,
  databaseVersion,
  rememberVersion,
} from '../../../engine/temporal/engine-database';
import { cleanUp, scratchState } from '../scratch-state';

afterEach(() => cleanUp([]));

const binary = { path: '/bin/temporal', serverVersion: '1.29.1' } as Parameters<
  typeof checkDatabase
>[1];
const header = 'SQLite format 3\0';

function place(content?: string): string {
  const database = join(scratchState().root, 'deep', 'engine.sqlite');
  if (content !== undefined) {
    mkdirSync(join(database, '..'));
    writeFileSync(database, content);
  }
  return database;
}

describe('the database of the engine', () => {
  it('that is not there yet may be made: its folder is, for its owner alone', async () => {
    const database = place();
    await checkDatabase(database, binary);
    expect(existsSync(database)).toBe(false);
    expect(statSync(join(database, '..')).mode & 0o777).toBe(0o700);
  });

  it('that is one is used, by the version that made it, or where nobody knows which did', async () => {
    const database = place(`${header}more`);
    await checkDatabase(database, binary);
    await rememberVersion(database, '1.29.1');
    expect(await databaseVersion(database)).toBe('1.29.1');
    await checkDatabase(database, binary);
    expect(readFileSync(database, 'latin1')).toBe(`${header}more`);
  });

  it.each([
    ['', 'it is empty'],
    ['SQLite', 'it does not begin like an SQLite database'],
    ['SQLite format 2\0', 'it does not begin like an SQLite database'],
  ])('that holds %j is damaged', async (content, reason) => {
    const database = place(content);
    await expect(checkDatabase(database, binary)).rejects.toMatchObject({
      ...{ code: 'ENGINE_DATABASE_CORRUPT', database, reason },
    });
  });

  it('is a file', async () => {
    const database = place();
    mkdirSync(database, { recursive: true });
    await expect(checkDatabase(database, binary)).rejects.toMatchObject({
      ...{ code: 'ENGINE_DATABASE_CORRUPT', reason: 'it is not a file' },
    });
  });

  it('of another version is left alone, and both versions are named', async () => {
    const database = place(header);
    await rememberVersion(database, '1.20.0');
    await expect(checkDatabase(database, binary)).rejects.toMatchObject({
      code: 'ENGINE_VERSION_MISMATCH',
      versions: { madeBy: '1.20.0', found: '1.29.1', path: '/bin/temporal' },
    });
    await rememberVersion(database, '1.29.1');
    await checkDatabase(database, binary);
  });

  it('has no version that can be read where the file beside it holds something else', async () => {
    const database = place(header);
    for (const text of ['{', '[]', '{"serverVersion": 3}']) {
      writeFileSync(join(database, '..', 'engine.version.json'), text);
      expect(await databaseVersion(database)).toBeNull();
    }
  });

  it('in a place that is no folder is refused with the remedy for that', async () => {
    const database = place(header);
    const below = join(database, 'engine.sqlite');
    await expect(checkDatabase(below, binary)).rejects.toMatchObject({
      code: 'STATE_FOLDER_NOT_WRITABLE',
      path: database,
    });
  });
});

describe('the local server', () => {
  it('is at the ports of its record, and has pages only where there is one for them', () => {
    expect(addressesOf({ ports: { frontend: 71, ui: 72 } })).toEqual({
      ...{ address: '127.0.0.1:71', uiUrl: 'http://127.0.0.1:72' },
    });
    expect(addressesOf({ ports: { frontend: 71 } }).uiUrl).toBeNull();
  });

  it('is none where nothing was started', async () => {
    expect(await findLocalServer(scratchState())).toBeNull();
  });
});
