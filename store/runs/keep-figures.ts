import { EspalierError } from '../../core/errors';
import { digestSums } from '../../core/metrics/run-sums';
import type { AttemptDigest, AttemptRecord } from '../../core/ports/records';
import type { RunSums } from '../../core/ports/run-sums';
import { BlobMissingError, RecordUnreadableError } from '../errors';
import { callsOfAttempt } from '../journal/calls';
import type { Queries } from '../store-context';
import { digestFromRecords, writeDigest } from './attempt-digests';
import { addToBlock, blockOf, keptSums } from './block-sums';

/** Keeps what tables say of an attempt that has just ended: its digest, and the sums that it belongs to. */
export async function keepFigures(db: Queries, attempt: AttemptRecord): Promise<void> {
  const figures = await figuresUnlessLost(db, attempt);
  if (figures === null) return;
  const block = blockOf(attempt);
  // The database takes them away when a digest is written.
  const before = await keptSums(db, block);
  await writeDigest(db, figures.digest);
  await addToBlock(db, block, { before, own: figures.sums });
}

/**
 * null: what it rests on is not there, or a figure cannot be found. An end is recorded all the same; whoever reads it is told.
 * @throws the store's own errors: locked, full, damaged
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
