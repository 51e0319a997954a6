import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

import SqliteDatabase from 'better-sqlite3';

import type { EnvironmentStore } from '../../../core/ports/environment';
import { definitionAt, environmentRecord } from '../../fakes/environment-samples';
import { createStoreFolder, type StoreFolder } from '../store-folder';

let here: StoreFolder;
let now = 0;
beforeEach(() => {
  here = createStoreFolder();
  now = 0;
});
afterEach(() => here.dispose());

const contentOf = (seed: string): Buffer => Buffer.alloc(1_000, seed);
const shaOf = (seed: string): string => createHash('sha256').update(contentOf(seed)).digest('hex');
const environmentOf = (seed: string): string => seed.repeat(64);

async function put(store: EnvironmentStore, seed: string): Promise<string> {
  return (await store.putArchive(Readable.from([contentOf(seed)]))).sha256;
}

/** An environment with two archives of its own, and an interpreter that it shares. */
async function built(store: EnvironmentStore, seed: string): Promise<void> {
  const archives = {
    installed: await put(store, seed),
    snapshot: await put(store, seed.toUpperCase()),
    tools: await put(store, 't'),
    interpreter: await put(store, 'p'),
  };
  await store.saveEnvironment(environmentRecord({ sha256: environmentOf(seed), archives }));
}

async function storeWith(...seeds: readonly string[]): Promise<EnvironmentStore> {
  const store = (await here.open({ clock: () => now })).environments;
  for (const seed of seeds) {
    await built(store, seed);
    now += 10;
    await store.useTaskEnvironment(environmentOf(seed));
  }
  return store;
}

async function left(store: EnvironmentStore, seeds: readonly string[]): Promise<string> {
  const found: string[] = [];
  for (const seed of seeds) if (await store.hasArchive(shaOf(seed))) found.push(seed);
  return found.join('');
}

const pieces = (): number => {
  const database = new SqliteDatabase(here.path);
  try {
    return (database.prepare('select count(*) as n from archive_pieces').get() as { n: number }).n;
  } finally {
    database.close();
  }
};

const all = ['a', 'A', 'b', 'B', 'c', 'C', 'p', 't'];

describe('archives of tasks that take more than their budget', () => {
  it('are removed with their pieces, those used least recently first', async () => {
    const store = await storeWith('a', 'b', 'c');
    await store.useTaskEnvironment(environmentOf('a'));
    now += 10;
    const before = pieces();
    // Three environments of 2,000 bytes and an interpreter of 1,000.
    const evicted = await store.evictTaskEnvironments({ mostBytes: 5_000, unusedForMs: 1 });
    expect(evicted).toEqual([environmentOf('b')]);
    expect(await left(store, all)).toBe('aAcCpt');
    expect(before - pieces()).toBe(2);
  });

  it('stay while their environment is in use', async () => {
    const store = await storeWith('a', 'b', 'c');
    const evicted = await store.evictTaskEnvironments({ mostBytes: 0, unusedForMs: 15 });
    expect(evicted).toEqual([environmentOf('a')]);
    expect(await left(store, all)).toBe('bBcCpt');
  });

  it('stay where `env build` made the environment, too, or no task ever used it', async () => {
    const store = await storeWith('a', 'b');
    await built(store, 'c');
    await store.saveDefinitions(environmentOf('a'), [definitionAt('a.py', 'f', 0)]);
    now += 10;
    const evicted = await store.evictTaskEnvironments({ mostBytes: 0, unusedForMs: 1 });
    expect(evicted).toEqual([environmentOf('b')]);
    expect(await left(store, all)).toBe('aAcCpt');
  });

  it('can be stored again, and removed again', async () => {
    const store = await storeWith('a');
    now += 10;
    const budget = { mostBytes: 0, unusedForMs: 1 };
    await store.evictTaskEnvironments(budget);
    expect(await left(store, all)).toBe('t');
    await built(store, 'a');
    await store.useTaskEnvironment(environmentOf('a'));
    expect(await left(store, all)).toBe('aApt');
    now += 10;
    expect(await store.evictTaskEnvironments(budget)).toEqual([environmentOf('a')]);
    expect(await left(store, all)).toBe('t');
  });
});
