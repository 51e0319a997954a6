import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';

import SqliteDatabase from 'better-sqlite3';

import type { Store } from '../../core/ports/records';
import { createStoreFolder, type StoreFolder } from './store-folder';

let here: StoreFolder;
let store: Store;
beforeEach(async () => {
  here = createStoreFolder();
  store = await here.open();
});
afterEach(() => here.dispose());

function inDatabase<T>(look: (database: SqliteDatabase.Database) => T): T {
  const database = new SqliteDatabase(here.path);
  try {
    return look(database);
  } finally {
    database.close();
  }
}

describe('the blob store', () => {
  it.each([
    ['nothing', ''],
    ['plain text', 'def add(a, b):\n    return a + b\n'],
    ['unicode', 'naïve café 漢字 🌳 \u0000 \u001b[31m e\u0301'],
    ['a long text', 'for i in range(10):\n    print(i)\n'.repeat(5_000)],
    [
      'a long text that does not compress',
      createHash('sha512').update('x').digest('base64').repeat(2),
    ],
  ])('gives %s back as it was', async (_, text) => {
    expect(await store.blobs.get(await store.blobs.put(text))).toBe(text);
  });

  it('says which of many texts it does not have, each once', async () => {
    const kept = await Promise.all(
      Array.from({ length: 120 }, (_, place) => store.blobs.put(`text ${String(place)}`)),
    );
    const absent = ['a'.repeat(64), 'b'.repeat(64)];
    expect(await store.blobs.missing([...absent, ...kept, ...absent])).toEqual(absent);
    expect(await store.blobs.missing([])).toEqual([]);
  });

  it('names a text by the sha256 of its UTF-8', async () => {
    expect(await store.blobs.put('é')).toBe(
      createHash('sha256').update(Buffer.from('é', 'utf8')).digest('hex'),
    );
  });

  it('gives half a surrogate pair back as the replacement character, under the hash of that', async () => {
    const sha256 = await store.blobs.put('a\ud83cb');
    expect(await store.blobs.get(sha256)).toBe('a\ufffdb');
    expect(await store.blobs.put('a\ufffdb')).toBe(sha256);
  });

  it('keeps a text once however often it is written', async () => {
    const text = 'the same prompt '.repeat(100);
    const hashes = await Promise.all(Array.from({ length: 10 }, () => store.blobs.put(text)));
    expect(new Set(hashes).size).toBe(1);
    const rows = inDatabase((database) => database.prepare('select size from blobs').all());
    expect(rows).toEqual([{ size: Buffer.byteLength(text) }]);
  });

  it('compresses', async () => {
    await store.blobs.put('def add(a, b): return a + b\n'.repeat(20_000));
    await store.close();
    expect(statSync(here.path).size).toBeLessThan(400_000);
  });

  it('names the hash that is not there', async () => {
    const sha256 = 'a'.repeat(64);
    const error: unknown = await store.blobs.get(sha256).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'BLOB_MISSING', sha256 });
    expect((error as Error).message).toContain(sha256);
  });

  it.each([
    ['other contents', "update blobs set content = x'00', encoding = 'plain'"],
    ['damaged bytes', "update blobs set content = x'ffff', encoding = 'deflate'"],
  ])('does not pass %s off as the text', async (_, damage) => {
    const sha256 = await store.blobs.put('the text '.repeat(50));
    inDatabase((database) => database.exec(damage));
    await expect(store.blobs.get(sha256)).rejects.toMatchObject({ code: 'RECORD_UNREADABLE' });
  });
});
