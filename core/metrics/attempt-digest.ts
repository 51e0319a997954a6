import type { AttemptDigest, AttemptRecord, CallRecord } from '../ports/records';
import { digestCalls } from './call-figures';
import { effortPath } from './effort-curve';
import { failureOf } from './failure';
import type { LastReply } from './failure-reason';
import { speculativeApart } from './speculative-calls';
import { tabledAttempt } from './tabled-attempt';

/** Raise this number when the digest of equal records changes. Stored digests are then made again from the records. */
export const digestFormat = 1;

/** @param last the answer to `callThatTells` of these calls */
export function digestAttempt(
  attempt: AttemptRecord,
  calls: readonly CallRecord[],
  last: LastReply | null,
): AttemptDigest {
  const apart = speculativeApart([attempt], calls);
  return {
    attempt: tabledAttempt(attempt),
    calls: digestCalls(apart),
    effort: effortPath(attempt, apart.counted),
    failure: failureOf(attempt, last),
  };
}
