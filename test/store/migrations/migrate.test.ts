import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import SqliteDatabase from 'better-sqlite3';
import { Kysely } from 'kysely';

import { newBlob } from '../../../store/blobs';
import { copyBefore } from '../../../store/migrations/copy-before';
import { migrations } from '../../../store/migrations/migrations';
import { migrate } from '../../../store/migrations/migrate';
import type { Migrated } from '../../../store/migrations/migrate';
import type { Migration } from '../../../store/migrations/migration';
import { toStoredJson } from '../../../store/stored-json';
import { storeDialect } from '../../../store/sqlite/driver';
import { openDatabase } from '../../../store/sqlite/open-database';
import type { StoreTables } from '../../../store/tables';
import { runConfig } from '../../../laboratory/fakes/record-samples';
import { createStoreFolder, type StoreFolder } from '../store-folder';

const next: Migration = {
  version: migrations.length + 1,
  name: 'labels',
  up: async (db) => {
    await db.schema.createTable('labels').addColumn('name', 'text').execute();
  },
};
const broken: Migration = {
  version: migrations.length + 2,
  name: 'broken',
  up: async (db) => {
    await db.schema.createTable('half').addColumn('name', 'text').execute();
    throw new Error('no further');
  },
};

let here: StoreFolder;
const opened: Kysely<StoreTables>[] = [];
beforeEach(() => {
  here = createStoreFolder();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((db) => db.destroy()));
  await here.dispose();
});

async function migrateTo(list: readonly Migration[]): ReturnType<typeof migrate> {
  const { path } = here;
  const setting = { path, busyTimeoutMs: 5_000 };
  const database = await openDatabase({ ...setting, synchronous: 'normal', readOnly: false });
  const db = new Kysely<StoreTables>({ dialect: storeDialect({ ...setting, database }) });
  opened.push(db);
  return migrate(db, { path, migrations: list, readOnly: false, clock: () => 1_234 });
}

function query(path: string, text: string): readonly unknown[] {
  const database = new SqliteDatabase(path, { readonly: true });
  try {
    return database.prepare(text).all();
  } finally {
    database.close();
  }
}

const versions = 'select version, name, applied_at_ms from schema_versions order by version';
const copy = (): string => `${here.path}.before-v${String(next.version)}`;

async function storeWithText(): Promise<string> {
  const store = await here.open();
  const sha256 = await store.blobs.put('paid for');
  await store.close();
  return sha256;
}

describe('migrating', () => {
  it('numbers its steps from 1 without gaps', () => {
    expect(migrations.map(({ version }) => version)).toEqual(
      migrations.map((_, index) => index + 1),
    );
  });

  it('writes down each step it took', async () => {
    await migrateTo([...migrations, next]);
    expect(query(here.path, versions)).toEqual(
      [...migrations, next].map(({ version, name }) => ({ version, name, applied_at_ms: 1_234 })),
    );
  });

  it('makes no copy of a store that was empty', async () => {
    await migrateTo([...migrations, next]);
    expect(existsSync(copy())).toBe(false);
  });

  it('copies an existing store, whole, before it changes it', async () => {
    const sha256 = await storeWithText();
    await migrateTo([...migrations, next]);
    expect(query(copy(), 'select sha256 from blobs')).toEqual([{ sha256 }]);
    expect(query(copy(), "select name from sqlite_master where name = 'labels'")).toEqual([]);
    expect(statSync(copy()).mode & 0o777).toBe(0o600);
    expect(query(here.path, 'select sha256 from blobs')).toEqual([{ sha256 }]);
    expect(query(here.path, 'select name from labels')).toEqual([]);
  });

  it('copies what is still in the write-ahead log of another opening', async () => {
    const writer = await here.open();
    const sha256 = await writer.blobs.put('just written');
    await migrateTo([...migrations, next]);
    expect(query(copy(), 'select sha256 from blobs')).toEqual([{ sha256 }]);
  });

  it('tells from which schema to which, and where the copy is, of an existing store only', async () => {
    expect(await migrateTo(migrations)).toBeNull();
    const told = { from: migrations.length, to: next.version, copy: copy() };
    expect(await migrateTo([...migrations, next])).toEqual(told);
    expect(await migrateTo([...migrations, next])).toBeNull();
  });

  it('never overwrites an earlier copy', async () => {
    await storeWithText();
    mkdirSync(copy());
    await migrateTo([...migrations, next]);
    expect(statSync(copy()).isDirectory()).toBe(true);
    expect(query(`${copy()}-2`, 'select count(*) as count from blobs')).toEqual([{ count: 1 }]);
    const blobs = query(here.path, 'select sha256 from blobs');
    expect(copyBefore(here.path, next.version)).toBe(`${copy()}-3`);
    expect(query(`${copy()}-3`, 'select sha256 from blobs')).toEqual(blobs);
  });

  it('leaves no part of a copy that cannot be made, and says what is wrong with the store', async () => {
    await storeWithText();
    writeFileSync(here.path, 'no database '.repeat(100));
    expect(() => copyBefore(here.path, 7)).toThrow(
      expect.objectContaining({ code: 'STORE_CORRUPT' }) as Error,
    );
    expect(readdirSync(dirname(here.path)).filter((name) => name.includes('before'))).toEqual([]);
    const partial = `${here.path}.before-v7.partial-${String(process.pid)}`;
    writeFileSync(partial, 'of an earlier try');
    expect(() => copyBefore(here.path, 7)).toThrow();
    expect(existsSync(partial)).toBe(false);
  });

  it('is done once when many open at the same time', async () => {
    await storeWithText();
    await Promise.all(Array.from({ length: 5 }, () => migrateTo([...migrations, next])));
    expect(query(here.path, 'select count(*) as count from schema_versions')).toEqual([
      { count: next.version },
    ]);
    const copies = readdirSync(dirname(here.path)).filter((name) => name.includes('before'));
    expect(copies).toEqual([`store.sqlite.before-v${String(next.version)}`]);
  });

  it('leaves the store as it was when a step fails', async () => {
    await storeWithText();
    await expect(migrateTo([...migrations, next, broken])).rejects.toThrow('no further');
    expect(query(here.path, versions)).toHaveLength(migrations.length);
    expect(
      query(here.path, "select name from sqlite_master where name in ('labels', 'half')"),
    ).toEqual([]);
    await expect((await here.open()).runs.runs()).resolves.toEqual([]);
  });

  it('brings a store of schema 3 to environments with all that lay in it', async () => {
    await migrateTo(migrations.slice(0, 3));
    const { sha256, ...text } = newBlob('paid for');
    const chat = { id: 'chat-1', status: 'open', config: '{}', created_at_ms: 1 };
    await opened[0]
      ?.insertInto('blobs')
      .values({ sha256, ...text })
      .execute();
    await opened[0]
      ?.insertInto('chats')
      .values({ ...chat, waiting: null })
      .execute();
    const store = await here.open();
    expect(await store.blobs.get(sha256)).toBe('paid for');
    expect(query(here.path, 'select id, config from chats')).toEqual([
      { id: 'chat-1', config: '{}' },
    ]);
    await store.environments.saveStep('step-1', { told: true });
    expect(await store.environments.findStep('step-1')).toEqual({ told: true });
    const before = `${here.path}.before-v${String(migrations.length)}`;
    expect(query(before, 'select sha256 from blobs')).toEqual([{ sha256 }]);
  });

  it('brings a store of schema 4 to one that keeps which tests are shown: nothing is, of runs that were there', async () => {
    await migrateTo(migrations.slice(0, 4));
    const { runs } = await here.open();
    const key = { run: 'r', problem: 'P/0' };
    expect(await runs.shownTests(key)).toBeNull();
    const shown = { of: 2, dropped: [{ place: 1, test: 'assert 0', became: 'failed' as const }] };
    expect(await runs.keepShownTests(key, shown)).toEqual(shown);
    expect(await runs.keepShownTests(key, { of: 2, dropped: [] })).toEqual(shown);
    expect(await runs.allShownTests('r')).toEqual(new Map([['P/0', shown]]));
  });

  it('brings runs and calls of the first schema to this one: what nobody recorded then is not known', async () => {
    await migrateTo(migrations.slice(0, 1));
    here.database((opened) => {
      const values = (count: number) => Array<string>(count).fill('?').join(', ');
      const config = toStoredJson(runConfig());
      opened
        .prepare(`insert into runs values (${values(9)})`)
        .run('run-1', 'direct', 'humaneval', 'm', 'running', null, config, 1, null);
      opened
        .prepare(
          `insert into attempts (run, problem, sample, position, status, solved) values ('run-1', 'P/0', 0, 0, 'running', 0)`,
        )
        .run();
      const { sha256, size, encoding, content } = newBlob('a request');
      opened
        .prepare(`insert into blobs values (${values(4)})`)
        .run(sha256, size, encoding, content);
      const call = opened.prepare(
        `insert into model_calls (identity, state, owner, lease_ends_at_ms, sends, endpoint, model, request_sha256, sent_at_ms)
         values (?, ?, 'one', 0, 2, 'e', 'm', ?, 0)`,
      );
      call.run('answered', 'answered', sha256);
      call.run('sent', 'sent', sha256);
      opened
        .prepare(`insert into call_uses values (${values(11)})`)
        .run('run-1', 'P/0', 0, 'n0', 'solver', 0, 'sent', 0, 0, 0, 1);
    });
    const store = await here.open();
    expect(await store.runs.run('run-1')).toMatchObject({
      ...{ movedTo: null, parallel: null, bundle: null, concurrency: null, generation: null },
    });
    expect(query(here.path, 'select status_place from runs')).toEqual([{ status_place: 0 }]);
    expect(query(here.path, 'select generation from attempts')).toEqual([{ generation: null }]);
    const calls = 'select identity, sends, known_sends, lease_ms from model_calls order by 1';
    expect(query(here.path, calls)).toEqual([
      { identity: 'answered', sends: 2, known_sends: 1, lease_ms: 10_000 },
      { identity: 'sent', sends: 2, known_sends: 0, lease_ms: 10_000 },
    ]);
    expect(query(here.path, 'select resends, known_resends from call_uses')).toEqual([
      { resends: 1, known_resends: 0 },
    ]);
  });

  it('is reported once when an older store is opened, and never for a new store', async () => {
    const told: Migrated[] = [];
    const onMigrated = (migrated: Migrated) => void told.push(migrated);
    await migrateTo(migrations.slice(0, 3));
    await (await here.open({ onMigrated })).close();
    const newest = migrations.length;
    const copied = `${here.path}.before-v${String(newest)}`;
    expect(told).toEqual([{ from: 3, to: newest, copy: copied }]);
    await (await here.open({ onMigrated })).close();
    const fresh = createStoreFolder();
    try {
      await (await fresh.open({ onMigrated })).close();
    } finally {
      await fresh.dispose();
    }
    expect(told).toHaveLength(1);
  });

  it('refuses, without a copy, what a newer version has written', async () => {
    await migrateTo([...migrations, next]);
    await expect(here.open()).rejects.toMatchObject({
      code: 'STORE_SCHEMA_NEWER',
      found: next.version,
      known: migrations.length,
    });
  });
});
