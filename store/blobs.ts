import { createHash } from 'node:crypto';

import type { BlobStore } from '../core/ports/records';
import { absentAmong } from './absent-among';
import { BlobMissingError, RecordUnreadableError } from './errors';
import { packText, unpackText, type PackedText } from './packed-text';
import type { Queries, StoreContext } from './store-context';

export interface NewBlob extends PackedText {
  readonly sha256: string;
}

/** sha256 (hex) of the text's UTF-8. */
function hashText(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** Packs a text ahead of the transaction that will write it. */
export function newBlob(text: string): NewBlob {
  return { sha256: hashText(text), ...packText(text) };
}

export async function insertBlob(db: Queries, blob: NewBlob): Promise<void> {
  await db
    .insertInto('blobs')
    .values({
      sha256: blob.sha256,
      size: blob.size,
      encoding: blob.encoding,
      content: blob.content,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @throws BlobMissingError, RecordUnreadableError when the contents no longer have their hash */
export async function readBlob(db: Queries, sha256: string): Promise<string> {
  const row = await db
    .selectFrom('blobs')
    .select(['encoding', 'content'])
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (row === undefined) throw new BlobMissingError(sha256);
  const text = unpack(row, `text ${sha256}`);
  if (hashText(text) === sha256) return text;
  throw new RecordUnreadableError(`text ${sha256}`, { finding: 'its contents have another hash' });
}

/** @throws RecordUnreadableError */
export function unpack(row: Parameters<typeof unpackText>[0], what: string): string {
  try {
    return unpackText(row);
  } catch (cause) {
    throw new RecordUnreadableError(what, { finding: 'its bytes are damaged', cause });
  }
}

/** Texts by hash. Half a surrogate pair has no UTF-8: such a text comes back with U+FFFD in its place. */
export function createBlobStore({ db }: StoreContext): BlobStore {
  return {
    put: async (text) => {
      const sha256 = hashText(text);
      const known = await db
        .selectFrom('blobs')
        .select('size')
        .where('sha256', '=', sha256)
        .executeTakeFirst();
      if (known === undefined) await insertBlob(db, { sha256, ...packText(text) });
      return sha256;
    },
    get: (sha256) => readBlob(db, sha256),
    missing: (sha256s) =>
      absentAmong(sha256s, async (some) => {
        const rows = await db
          .selectFrom('blobs')
          .select('sha256')
          .where('sha256', 'in', some)
          .execute();
        return rows.map(({ sha256 }) => sha256);
      }),
  };
}
