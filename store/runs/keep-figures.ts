import { EspalierError } from '../../core/errors/errors';
import { digestSums } from '../../core/metrics/run-sums';
import type { AttemptDigest, AttemptRecord } from '../../core/ports/records';
import type { RunSums } from '../../core/ports/run-sums';
import { BlobMissingError, RecordUnreadableError } from '../errors';
import { callsOfAttempt } from '../journal/calls';
import type { Queries } from '../store-context';
import { digestFromRecords, writeDigest } from './attempt-digests';
import { addToBlock, blockOf, keptSums } from './block-sums';

/** Keeps what tables say of attempts that have just ended: their digests, and the sums that these belong to. */
export async function keepFigures(db: Queries, ended: readonly AttemptRecord[]): Promise<void> {
  const blocks = new Map<string, AttemptRecord[]>();
  for (const attempt of ended) {
    const { run, block } = blockOf(attempt);
    const name = JSON.stringify([run, block]);
    blocks.set(name, [...(blocks.get(name) ?? []), attempt]);
  }
  for (const attempts of blocks.values()) await keepBlock(db, attempts);
}

/** Of attempts of one block. */
async function keepBlock(db: Queries, attempts: readonly AttemptRecord[]): Promise<void> {
  const [first] = attempts;
  if (first === undefined) return;
  const block = blockOf(first);
  // The database takes them away when a digest is written.
  const before = await keptSums(db, block);
  const own: RunSums[] = [];
  for (const attempt of attempts) {
    const figures = await figuresUnlessLost(db, attempt);
    if (figures === null) continue;
    await writeDigest(db, figures.digest);
    own.push(figures.sums);
  }
  if (own.length > 0) await addToBlock(db, block, { before, own });
}

/**
 * null: what it rests on is not there, or a figure cannot be found. The end is recorded anyway; readers of the figures are
 * told. @throws the store's own errors: locked, full, damaged
 */
async function figuresUnlessLost(
  db: Queries,
  attempt: AttemptRecord,
): Promise<{ readonly digest: AttemptDigest; readonly sums: RunSums } | null> {
  try {
    const digest = await digestFromRecords(db, attempt, await callsOfAttempt(db, attempt));
    return { digest, sums: digestSums(digest) };
  } catch (error) {
    const isOfStore = error instanceof EspalierError && !isOfRecords(error);
    if (isOfStore) throw error;
    return null;
  }
}

function isOfRecords(error: EspalierError): boolean {
  return error instanceof BlobMissingError || error instanceof RecordUnreadableError;
}
