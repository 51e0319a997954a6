import { createHash } from 'node:crypto';

import { z } from 'zod';

import type { EnvironmentStore } from '../../core/ports/environment';
import { BlobMissingError, RecordUnreadableError } from '../errors';
import { packPiece, unpackBytes } from '../packed-text';
import type { Queries, StoreContext } from '../store-context';
import { parseStored, toStoredJson } from '../stored-json';
import type { PackedColumns } from '../tables';
import { inPieces } from './in-pieces';

type ArchivePart = Pick<EnvironmentStore, 'putArchive' | 'openArchive' | 'hasArchive'>;

/** A row that a database reads and writes in some milliseconds, since the process waits for it. */
const PIECE_BYTES = 1024 * 1024;

const Pieces = z.array(z.string());

/** Found once all pieces are there; pieces of an unfinished archive are found by content when it is written again. */
export function createArchives({ db }: StoreContext): ArchivePart {
  return {
    putArchive: async (content) => {
      const digest = createHash('sha256');
      const pieces: string[] = [];
      let bytes = 0;
      for await (const piece of inPieces(content, PIECE_BYTES)) {
        digest.update(piece);
        bytes += piece.length;
        pieces.push(await keepPiece(db, piece));
      }
      const sha256 = digest.digest('hex');
      await db.transaction().execute(async (locked) => {
        await requirePieces(locked, sha256, pieces);
        await locked
          .insertInto('archives')
          .values({ sha256, bytes, pieces: toStoredJson(pieces) })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
      return { sha256, bytes };
    },
    openArchive: (sha256) => readArchive(db, sha256),
    hasArchive: async (sha256) => (await selectArchive(db, sha256)) !== undefined,
  };
}

/** Names in one statement. */
const together = 500;

/** A piece that was known at first may have been removed with another archive meanwhile. */
async function requirePieces(
  db: Queries,
  archive: string,
  pieces: readonly string[],
): Promise<void> {
  const distinct = [...new Set(pieces)];
  for (let from = 0; from < distinct.length; from += together) {
    const some = distinct.slice(from, from + together);
    const found = await db
      .selectFrom('archive_pieces')
      .select('sha256')
      .where('sha256', 'in', some)
      .execute();
    if (found.length === some.length) continue;
    throw new Error(`pieces of archive ${archive} were removed while it was written`);
  }
}

/** Removes archives, and their pieces that no other archive has. */
export async function removeArchives(db: Queries, archives: readonly string[]): Promise<void> {
  const pieces = new Set<string>();
  for (const sha256 of archives) {
    const row = await selectArchive(db, sha256);
    if (row === undefined) continue;
    for (const piece of parseStored(Pieces, row.pieces, `archive ${sha256}`)) pieces.add(piece);
    await db.deleteFrom('archives').where('sha256', '=', sha256).execute();
  }
  if (pieces.size === 0) return;
  for (const { sha256 } of await db.selectFrom('archives').select('sha256').execute()) {
    const row = await selectArchive(db, sha256);
    if (row === undefined) continue;
    for (const piece of parseStored(Pieces, row.pieces, `archive ${sha256}`)) pieces.delete(piece);
  }
  const unused = [...pieces];
  for (let from = 0; from < unused.length; from += together) {
    const some = unused.slice(from, from + together);
    await db.deleteFrom('archive_pieces').where('sha256', 'in', some).execute();
  }
}

function selectArchive(db: Queries, sha256: string) {
  return db.selectFrom('archives').select('pieces').where('sha256', '=', sha256).executeTakeFirst();
}

async function keepPiece(db: Queries, piece: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(piece).digest('hex');
  const known = await db
    .selectFrom('archive_pieces')
    .select('sha256')
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (known === undefined) {
    await db
      .insertInto('archive_pieces')
      .values({ sha256, ...(await packPiece(piece)) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return sha256;
}

/** @throws BlobMissingError; RecordUnreadableError, at the last behind the last piece, when it no longer has its hash */
async function* readArchive(db: Queries, sha256: string): AsyncGenerator<Uint8Array> {
  const archive = await selectArchive(db, sha256);
  if (archive === undefined) throw new BlobMissingError(sha256, 'archive');
  const what = `archive ${sha256}`;
  const digest = createHash('sha256');
  for (const piece of parseStored(Pieces, archive.pieces, what)) {
    const row = await db
      .selectFrom('archive_pieces')
      .select(['encoding', 'content'])
      .where('sha256', '=', piece)
      .executeTakeFirst();
    if (row === undefined) throw new RecordUnreadableError(what, { finding: 'a piece is missing' });
    const content = unpackPiece(row, what);
    digest.update(content);
    yield content;
  }
  if (digest.digest('hex') !== sha256) {
    throw new RecordUnreadableError(what, { finding: 'its contents have another hash' });
  }
}

function unpackPiece(row: PackedColumns, what: string): Buffer {
  try {
    return unpackBytes(row);
  } catch (cause) {
    throw new RecordUnreadableError(what, { finding: 'its bytes are damaged', cause });
  }
}
