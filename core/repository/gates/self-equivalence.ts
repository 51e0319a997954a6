import { isComparable } from '../../python-values/comparable';
import { compareCase } from '../compare/compare-outcomes';
import { errorWords } from '../compare/compare-errors';
import { exactPolicy } from '../../python-values/comparison-policy';
import type { CaseRecord } from '../../python-values/case-record';
import { caseFault } from './error-reason';
import { commonestReason, passed } from './gate';
import type { DroppedCase, GateOutcome } from './gate';

const mostToldErrors = 5;

export interface SelfEquivalence {
  readonly outcome: GateOutcome;
  /** Cases with a single outcome that can be compared. */
  readonly kept: readonly string[];
  readonly dropped: readonly DroppedCase[];
}

/**
 * Whether the original gives equal outcomes in two runs in equal processes. Cases that fail by themselves, that differ, or
 * whose outcomes cannot be compared are dropped. The gate rejects the harness if no case is left, or if the function ends
 * with an exception in every case: inputs that it always refuses are useless.
 */
export function selfEquivalenceGate(
  first: readonly CaseRecord[],
  second: readonly CaseRecord[],
): SelfEquivalence {
  const again = new Map(second.map((record) => [record.case, record]));
  const dropped = first.flatMap((record): DroppedCase[] => {
    const reason = faultOf(record, again.get(record.case));
    return reason === null ? [] : [{ case: record.case, reason }];
  });
  const gone = new Set(dropped.map((one) => one.case));
  const left = first.filter((record) => !gone.has(record.case));
  const refused = left.every(({ end }) => end.kind === 'raised');
  if (left.length === 0 || refused) {
    const shut = left.length === 0 ? dropped : [...dropped, ...left.map(refusal)];
    const feedback = feedbackOf(first, shut);
    const outcome = { kind: 'failed', reason: commonestReason(shut), feedback } as const;
    return { outcome, kept: [], dropped: shut };
  }
  return { outcome: passed, kept: left.map((record) => record.case), dropped };
}

function faultOf(first: CaseRecord, second: CaseRecord | undefined): DroppedCase['reason'] | null {
  const code = caseFault(first);
  if (code !== null) return { code };
  if (!isComparable(first)) return { code: 'no_comparison' };
  const same = second !== undefined && compareCase(first, second, exactPolicy) === null;
  return same ? null : { code: 'flaky', cause: 'chance' };
}

/** An exception of the function itself, in a case with no other results than exceptions. */
function refusal(record: CaseRecord): DroppedCase {
  const code = caseFault({ ...record, calls: [] }) ?? 'setup_error';
  return { case: record.case, reason: { code } };
}

function feedbackOf(records: readonly CaseRecord[], dropped: readonly DroppedCase[]): string {
  const byCase = new Map(records.map((record) => [record.case, record]));
  const lines = dropped.slice(0, mostToldErrors).map(({ case: name, reason }) => {
    const error = byCase.get(name)?.end.error;
    const said = error === undefined ? plainWords(reason) : errorWords(error);
    return `${name}: ${said}`;
  });
  const more = dropped.length - lines.length;
  return [
    'With the function as it is, these cases did not come to an end that can be compared:',
    ...lines,
    ...(more > 0 ? [`and ${String(more)} more.`] : []),
  ].join('\n');
}

function plainWords({ code }: DroppedCase['reason']): string {
  return toldCauses[code] ?? 'its process was ended';
}

const toldCauses: Readonly<Partial<Record<DroppedCase['reason']['code'], string>>> = {
  flaky: 'two runs gave different outcomes',
  no_comparison: 'its outcome cannot be compared with another',
  timeout: 'it took longer than it may',
  skipped_only: 'it was skipped',
};
