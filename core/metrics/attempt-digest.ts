import type { AttemptDigest, AttemptRecord, CallRecord } from '../ports/records';
import { digestCalls } from './call-figures';
import { effortPath } from './effort-curve';
import { failureOf } from './failure';
import type { LastReply } from './failure-reason';
import { speculativeApart } from './speculative-calls';
import { tabledAttempt } from './tabled-attempt';

/**
 * Counts up whenever a digest of the same records says something else than before, be it a member or what one means: what was
 * kept before is then found anew from the records.
 */
export const digestFormat = 1;

/**
 * @param calls the attempt's
 * @param last the answer to `callThatTells` of them
 */
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
