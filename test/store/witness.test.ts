import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

import SqliteDatabase from 'better-sqlite3';

import type { StoreDifference } from '../../core/journal/store-difference';
import type { OpenStoreOptions } from '../../store';
import { attemptKey, runConfig } from '../../laboratory/fakes/record-samples';
import { createStoreFolder, type StoreFolder } from './store-folder';

let here: StoreFolder;
let noticed: StoreDifference[];
beforeEach(() => {
  here = createStoreFolder();
  noticed = [];
});
afterEach(() => here.dispose());

const { run } = attemptKey;

function open(options: Partial<OpenStoreOptions> = {}) {
  const onDifference = (difference: StoreDifference) => void noticed.push(difference);
  return here.open({ boot: 'this', onDifference, ...options });
}

/** Opened, worked with and closed again; `between` makes a copy in the middle of it. */
async function workedWith(between: () => void = () => undefined): Promise<void> {
  const store = await open();
  await store.runs.createRun(run, runConfig());
  const generation = await store.runs.beginGeneration(run);
  await store.runs.beginAttempt({ ...attemptKey, generation }, 0);
  between();
  await store.runs.beginAttempt({ ...attemptKey, sample: 1, generation }, 1);
  await store.close();
}

function readWitness(): Buffer {
  return readFileSync(`${here.path}.witness`);
}

function writeWitness(content: Buffer): void {
  writeFileSync(`${here.path}.witness`, content);
}

function remove(): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${here.path}${end}`, { force: true });
}

async function generationNow(options: Partial<OpenStoreOptions> = {}): Promise<string | null> {
  const store = await open(options);
  const generation = (await store.runs.run(run))?.generation ?? null;
  await store.close();
  return generation;
}

describe('a store and its witness', () => {
  it('agree as long as nothing happens to the store, however often it is opened', async () => {
    await workedWith();
    const generation = await generationNow();
    expect(generation).not.toBeNull();
    expect(await generationNow()).toBe(generation);
    expect(noticed).toEqual([]);
  });

  it('do not differ by the boot of the machine where one of them does not know it', async () => {
    await workedWith();
    const generation = await generationNow({ boot: '' });
    expect(generation).not.toBeNull();
    expect(await generationNow()).toBe(generation);
    expect(noticed).toEqual([]);
  });

  it('agree when a writer is killed before it has told what it wrote', async () => {
    let before: Buffer = Buffer.from('');
    await workedWith(() => {
      before = readWitness();
    });
    writeWitness(before);
    await generationNow();
    expect(noticed).toEqual([]);
  });

  it('differ when the store was put back by as little as one attempt: begun work may not write any more', async () => {
    await workedWith(() => {
      const database = new SqliteDatabase(here.path);
      database.pragma('wal_checkpoint(TRUNCATE)');
      database.close();
      copyFileSync(here.path, `${here.path}.backup`);
    });
    remove();
    copyFileSync(`${here.path}.backup`, here.path);
    expect(await generationNow()).toBeNull();
    expect(noticed).toEqual(['earlier-state']);
    await generationNow();
    expect(noticed).toHaveLength(1);
  });

  it('report a difference once, even if the process that found it was killed before the report', async () => {
    await workedWith();
    const further = { ...(JSON.parse(readWitness().toString()) as object), moves: 1_000 };
    const ahead = Buffer.from(JSON.stringify(further));
    writeWitness(ahead);
    await generationNow();
    writeWitness(ahead);
    await generationNow();
    expect(noticed).toEqual(['earlier-state']);
  });

  it('differ when another store stands in its place', async () => {
    await workedWith();
    remove();
    await generationNow();
    expect(noticed).toEqual(['other-store']);
  });

  it('differ after the machine was started anew: what was written last may be lost', async () => {
    await workedWith();
    expect(await generationNow({ boot: 'next' })).toBeNull();
    expect(noticed).toEqual(['rebooted']);
  });

  it('are not compared by who only reads, and one that cannot be read is made anew', async () => {
    await workedWith();
    writeWitness(Buffer.from('{'));
    const reader = await open({ readOnly: true });
    await reader.close();
    expect(readWitness().toString()).toBe('{');
    await generationNow();
    expect(JSON.parse(readWitness().toString())).toMatchObject({ boot: 'this' });
    expect(noticed).toEqual([]);
  });
});
