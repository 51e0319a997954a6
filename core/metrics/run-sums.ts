import type { AttemptDigest } from '../ports/records';
import type { RunSums } from '../ports/run-sums';
import { attemptSums, noAttempts } from './attempt-sums';
import { callDigests, noCalls } from './call-figures';
import type { Fold } from './fold';
import { sumUp } from './sum-up';

/** Raise this number when the sums of equal digests change, as with `digestFormat`. Stored sums are then computed again. */
export const sumsFormat = 3;

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
