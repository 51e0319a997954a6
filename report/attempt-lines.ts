import type { BlobStore } from '../core/ports/records';
import { attemptHead, openLines } from './attempt-head';
import { kindReport } from './kinds';
import type { LoadedAttempt } from './load-attempts';

/** `run show RUN PROBLEM` as lines: the attempt, then what its kind of work shows of it. */
export async function attemptLines(
  blobs: BlobStore,
  loaded: LoadedAttempt,
): Promise<readonly string[]> {
  const { result } = loaded.attempt;
  if (result === null) return [...attemptHead(loaded), ...openLines(loaded)];
  const kind = kindReport(result.outcome.kind);
  return [
    ...attemptHead(loaded, kind.headFacts(result)),
    ...(await kind.lines(blobs, loaded, result.outcome)),
  ];
}
