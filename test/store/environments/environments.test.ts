import { createHash } from 'node:crypto';

import SqliteDatabase from 'better-sqlite3';

import type { EnvironmentStore } from '../../../core/ports/environment';
import { describeEnvironmentContract } from '../../fakes/environment-contract';
import { definitionAt } from '../../fakes/environment-samples';
import { createStoreFolder, type StoreFolder } from '../store-folder';
import { startStoreProcess, type StoreProcess } from '../store-process';
import { archiveBytes, type ArchiveSeed } from './archive-bytes';
import { eventually } from '../../../laboratory/home/eventually';

let here: StoreFolder;
const processes: StoreProcess[] = [];
beforeEach(() => {
  here = createStoreFolder();
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map(({ kill }) => kill()));
  await here.dispose();
});

async function open(): Promise<EnvironmentStore> {
  let now = 1_000;
  return (await here.open({ clock: () => (now += 1) })).environments;
}

async function start(): Promise<StoreProcess> {
  const started = startStoreProcess(here.path);
  processes.push(started);
  await started.ready;
  return started;
}

async function sha256Of(content: AsyncIterable<Uint8Array>): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of content) digest.update(chunk);
  return digest.digest('hex');
}

function change(text: string): unknown {
  const database = new SqliteDatabase(here.path);
  try {
    const statement = database.prepare(text);
    return statement.reader ? statement.all() : statement.run();
  } finally {
    database.close();
  }
}

const pieces = (): number =>
  (change('select count(*) as count from archive_pieces') as { count: number }[])[0]?.count ?? 0;

describeEnvironmentContract('the store', open);

describe('archives', () => {
  const largePieces = 64;
  const large: ArchiveSeed = { seed: 'large', chunks: 16 * largePieces };

  it('lie in pieces of a mebibyte at most, written once', async () => {
    const store = await open();
    const seed = { seed: 'tar', chunks: 40 };
    await store.putArchive(archiveBytes(seed));
    const written = () => change('select sha256, length(content) as bytes from archive_pieces');
    const before = written();
    expect(before).toHaveLength(3);
    await store.putArchive(archiveBytes(seed));
    expect(written()).toEqual(before);
  });

  it('are not found when their writer was killed on the way, and go on from there', async () => {
    const store = await open();
    const sha256 = await sha256Of(archiveBytes(large));
    const victim = await start();
    void victim.call('environments', 'putArchive', large).catch(() => undefined);
    await eventually('ten pieces are there', () => pieces() >= 10, { everyMs: 2 });
    await victim.kill();
    const left = pieces();
    expect([left >= 10, left < largePieces]).toEqual([true, true]);
    expect(await store.hasArchive(sha256)).toBe(false);
    await expect(store.openArchive(sha256)[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'BLOB_MISSING',
    });
    expect(await store.putArchive(archiveBytes(large))).toMatchObject({ sha256 });
    expect(pieces()).toBe(largePieces);
    expect(await sha256Of(store.openArchive(sha256))).toBe(sha256);
  });

  it('are written by two processes at once without either noticing', async () => {
    const [one, two] = [await start(), await start()];
    const both = await Promise.all(
      [one, two].map((writer) => writer.call('environments', 'putArchive', large)),
    );
    const sha256 = await sha256Of(archiveBytes(large));
    expect(both).toEqual([
      { sha256, bytes: largePieces * 1024 * 1024 },
      { sha256, bytes: largePieces * 1024 * 1024 },
    ]);
    expect(pieces()).toBe(largePieces);
    expect(await sha256Of((await open()).openArchive(sha256))).toBe(sha256);
  });

  it.each([
    ['a piece is damaged', `update archive_pieces set content = x'00'`],
    ['a piece is gone', 'delete from archive_pieces'],
    ['a piece is another', `update archive_pieces set content = x'00', encoding = 'plain'`],
  ])('say so when %s', async (_, damage) => {
    const store = await open();
    const { sha256 } = await store.putArchive(archiveBytes({ seed: 'tar', chunks: 3 }));
    change(damage);
    await expect(sha256Of(store.openArchive(sha256))).rejects.toMatchObject({
      code: 'RECORD_UNREADABLE',
    });
  });
});

describe('definitions', () => {
  it('are those of one writer when two processes tell them at once', async () => {
    const told = ['x', 'y'].map((name) =>
      Array.from({ length: 500 }, (_, at) => definitionAt(`${name}.py`, `f${String(at)}`, at)),
    );
    const [one, two] = [await start(), await start()];
    await Promise.all([
      one.call('environments', 'saveDefinitions', 'e1', told[0]),
      two.call('environments', 'saveDefinitions', 'e1', told[1]),
    ]);
    expect(told).toContainEqual(await (await open()).definitions('e1'));
  });
});
