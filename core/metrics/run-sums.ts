import type { AttemptDigest } from '../ports/records';
import type { RunSums } from '../ports/run-sums';
import { attemptSums, noAttempts } from './attempt-sums';
import { callDigests, noCalls } from './call-figures';
import type { Fold } from './fold';
import { sumUp } from './sum-up';

/**
 * Counts up whenever sums of the same digests say something else than before, as `digestFormat` does for digests: what was kept
 * before is then added up anew.
 */
export const sumsFormat = 1;

export const noSums: RunSums = { attempts: noAttempts, calls: noCalls };

export function digestSums(digest: AttemptDigest): RunSums {
  return { attempts: attemptSums(digest), calls: digest.calls };
}

/** Of parts in any order. */
export function runSums(): Fold<RunSums, RunSums> {
  const attempts = sumUp(noAttempts);
  const calls = callDigests();
  return {
    add: (part) => {
      attempts.add(part.attempts);
      calls.add(part.calls);
    },
    result: () => ({ attempts: attempts.result(), calls: calls.result() }),
  };
}
