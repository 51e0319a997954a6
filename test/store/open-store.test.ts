import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import SqliteDatabase from 'better-sqlite3';

import { openStore } from '../../store';
import { describeWithMounts } from './mounting';
import { runConfig } from '../../laboratory/fakes/record-samples';
import { createStoreFolder, type StoreFolder } from './store-folder';

let here: StoreFolder;
beforeEach(() => {
  here = createStoreFolder();
});
afterEach(() => here.dispose());

/** Writes a file where the store would be. */
function plant(content: Buffer | string): void {
  mkdirSync(dirname(here.path), { recursive: true });
  writeFileSync(here.path, content);
}

async function refusal(opening: Promise<unknown>): Promise<Record<string, unknown>> {
  const error: unknown = await opening.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).not.toBeNull();
  return error as Record<string, unknown>;
}

describe('openStore', () => {
  it('creates the folder and every file of the store for this user alone', async () => {
    const store = await here.open();
    await store.blobs.put('something');
    expect(statSync(dirname(here.path)).mode & 0o777).toBe(0o700);
    const files = readdirSync(dirname(here.path));
    expect(files).toContain('store.sqlite-wal');
    for (const file of files) {
      expect(`${file} ${String(statSync(join(dirname(here.path), file)).mode & 0o777)}`).toBe(
        `${file} ${String(0o600)}`,
      );
    }
  });

  it('finds what an earlier opening wrote', async () => {
    const first = await here.open();
    const sha256 = await first.blobs.put('kept');
    await first.close();
    const second = await here.open();
    expect(await second.blobs.get(sha256)).toBe('kept');
  });

  it('can be closed twice', async () => {
    const store = await here.open();
    await store.close();
    await expect(store.close()).resolves.toBeUndefined();
  });

  it('lets many open a new store at once', async () => {
    const stores = await Promise.all(Array.from({ length: 6 }, () => here.open()));
    const written = await Promise.all(
      stores.map((store, index) => store.runs.createRun(`run-${String(index)}`, runConfig())),
    );
    expect(written).toHaveLength(6);
    expect(await stores[0]?.runs.runs()).toHaveLength(6);
  });

  it('waits for the power-safe level only when asked to', async () => {
    const store = await here.open({ synchronous: 'full' });
    await expect(store.blobs.put('x')).resolves.toHaveLength(64);
  });

  it('leaves a damaged file untouched, and says how to move it aside and what that loses', async () => {
    const damaged = Buffer.from('this was a database once, before the disk went bad\n'.repeat(200));
    plant(damaged);
    const error = await refusal(here.open());
    expect(error).toMatchObject({ code: 'STORE_CORRUPT', exitCode: 3, path: here.path });
    expect(error['message']).toContain(here.path);
    expect(error['remedy']).toMatch(/move .*-wal.* aside/);
    expect(error['remedy']).toMatch(/paid again/);
    expect(readFileSync(here.path).equals(damaged)).toBe(true);
    expect(readdirSync(dirname(here.path))).toEqual(['store.sqlite']);
  });

  it('leaves a store with damaged pages untouched', async () => {
    const store = await here.open();
    for (let index = 0; index < 200; index += 1) await store.blobs.put(`text ${String(index)}`);
    await store.close();
    const bytes = readFileSync(here.path);
    bytes.fill(0xa5, 4096);
    writeFileSync(here.path, bytes);
    const error = await refusal(here.open());
    expect(error).toMatchObject({ code: 'STORE_CORRUPT', exitCode: 3 });
    expect(readFileSync(here.path).equals(bytes)).toBe(true);
  });

  it('refuses a store that a newer version has written', async () => {
    await (await here.open()).close();
    const database = new SqliteDatabase(here.path);
    database.exec("insert into schema_versions values (99, 'from-the-future', 0)");
    database.close();
    const error = await refusal(here.open());
    expect(error).toMatchObject({ code: 'STORE_SCHEMA_NEWER', exitCode: 3, found: 99 });
    expect(existsSync(`${here.path}.before-v99`)).toBe(false);
  });

  it("refuses another program's database and leaves it as it is", async () => {
    mkdirSync(dirname(here.path), { recursive: true });
    const database = new SqliteDatabase(here.path);
    database.exec('create table recipes (name text)');
    database.close();
    const before = readFileSync(here.path);
    expect(await refusal(here.open())).toMatchObject({ code: 'STORE_FOREIGN', exitCode: 3 });
    expect(readFileSync(here.path).equals(before)).toBe(true);
  });

  it('takes an empty file for a new store', async () => {
    plant('');
    const store = await here.open();
    expect(await store.runs.runs()).toEqual([]);
  });

  it.each([
    ['its folder is a file', (path: string) => join(path, 'store.sqlite')],
    ['it is a folder', (path: string) => dirname(path)],
  ])('says that it cannot write when %s', async (_, place) => {
    plant('not a folder');
    const path = place(here.path);
    const error = await refusal(openStore({ path }));
    expect(error).toMatchObject({ code: 'STORE_NOT_WRITABLE', exitCode: 3 });
    expect(error['message']).toContain(path);
    expect(error['remedy']).toContain('ESPALIER_HOME');
  });
});

describe('openStore for reading only', () => {
  it('reads what a writer wrote, while the writer has it open', async () => {
    const writer = await here.open();
    const reader = await here.open({ readOnly: true });
    await writer.runs.createRun('run-1', runConfig());
    expect(await reader.runs.run('run-1')).toMatchObject({ id: 'run-1' });
    expect(await reader.runs.attempts('run-1')).toEqual([]);
  });

  it('creates nothing when there is no store', async () => {
    const error = await refusal(here.open({ readOnly: true }));
    expect(error).toMatchObject({ code: 'STORE_MISSING', exitCode: 3 });
    expect(readdirSync(here.folder)).toEqual([]);
  });

  it('never writes', async () => {
    await (await here.open()).close();
    const reader = await here.open({ readOnly: true });
    expect(await refusal(reader.blobs.put('x'))).toMatchObject({ code: 'STORE_NOT_WRITABLE' });
  });

  it('does not migrate an older store', async () => {
    await (await here.open()).close();
    const database = new SqliteDatabase(here.path);
    database.exec('delete from schema_versions');
    database.close();
    expect(await refusal(here.open({ readOnly: true }))).toMatchObject({
      code: 'STORE_SCHEMA_OLDER',
      exitCode: 3,
    });
  });
});

describe('a store that another process has locked', () => {
  /** Takes the write lock, as a database browser or a stuck process would. */
  function lock(): () => void {
    const other = new SqliteDatabase(here.path);
    other.exec('begin immediate');
    return () => {
      other.close();
    };
  }

  it('is refused at the start, with a message and exit 3', async () => {
    await (await here.open()).close();
    const unlock = lock();
    const error = await refusal(here.open({ busyTimeoutMs: 100 }));
    unlock();
    expect(error).toMatchObject({ code: 'STORE_LOCKED', fate: 'retryable', exitCode: 3 });
    expect(error['message']).toContain(here.path);
  });

  it('fails a write after the wait, reads on, and writes again once it is free', async () => {
    const store = await here.open({ busyTimeoutMs: 150 });
    await store.runs.createRun('run-1', runConfig());
    const unlock = lock();
    const startedAtMs = performance.now();
    const error = await refusal(store.runs.createRun('run-2', runConfig()));
    expect(performance.now() - startedAtMs).toBeGreaterThan(140);
    expect(error).toMatchObject({ code: 'STORE_LOCKED' });
    expect(await store.runs.run('run-1')).not.toBeNull();
    unlock();
    await store.runs.createRun('run-2', runConfig());
    expect(await store.runs.runs()).toHaveLength(2);
  });

  it('is waited for without stopping everything else in this process', async () => {
    const store = await here.open({ busyTimeoutMs: 5_000 });
    const unlock = lock();
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 20);
    setTimeout(unlock, 600);
    try {
      await store.runs.createRun('run-1', runConfig());
    } finally {
      clearInterval(ticking);
    }
    expect(ticks).toBeGreaterThan(3);
  });
});

describeWithMounts('a read-only disk', () => {
  it('is refused at the start, with a message and exit 3', async () => {
    await (await here.open()).close();
    const folder = dirname(here.path);
    execFileSync('mount', ['--bind', folder, folder]);
    try {
      execFileSync('mount', ['-o', 'remount,ro,bind', folder]);
      expect(await refusal(here.open())).toMatchObject({ code: 'STORE_NOT_WRITABLE', exitCode: 3 });
    } finally {
      execFileSync('umount', [folder]);
    }
  });
});
