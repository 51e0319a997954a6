import type { AttemptRecord, CallRecord } from '../ports/records';
import { digestCalls } from './call-figures';
import type { CallDigest } from './call-figures';
import { effortPath } from './effort-curve';
import type { EffortPath } from './effort-curve';
import { failureOf } from './failure';
import type { Failure } from './failure';
import type { LastReply } from './failure-reason';
import { speculativeApart } from './speculative-calls';
import { tabledAttempt } from './tabled-attempt';

/**
 * Counts up whenever a digest of the same records says something else than before, be it a member or what one means: what was
 * kept before is then found anew from the records.
 */
export const digestFormat = 1;

/**
 * What tables of whole runs say of one attempt and its calls: JSON, a small part of the records that it is made from, and
 * nothing that those do not say.
 */
export interface AttemptDigest {
  /** As `tabledAttempt` leaves it. */
  readonly attempt: AttemptRecord;
  readonly calls: CallDigest;
  /** null: it is no search, or has no verdict. */
  readonly effort: EffortPath | null;
  /** null: it is solved. */
  readonly failure: Failure | null;
}

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
