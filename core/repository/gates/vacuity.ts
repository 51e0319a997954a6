import type { VacuityReason } from '../../names/environment-reasons';
import type { CaseEnd, CaseRecord } from '../../python-values/case-record';
import { commonestReason, passed } from './gate';
import type { DroppedCase, GateOutcome } from './gate';

/** Facts about one case from its text, without running it. */
export interface CaseFacts {
  readonly case: string;
  readonly skipped: boolean;
  /**
   * Number of comparisons or observations or, if a case asserts nothing in its form, of calls: those that depend on the
   * function under test, those with the same expression on both sides, and those that hold without the function.
   */
  readonly comparisons: {
    readonly target: number;
    readonly self: number;
    readonly constant: number;
  };
  /** Every comparison is inside a handler that discards its exception. */
  readonly swallows: boolean;
  /** The expected values could not be removed from its text, so a candidate could read them. */
  readonly tells: boolean;
}

export interface HarnessFacts {
  /** The case has no statement. */
  readonly empty: boolean;
  readonly cases: readonly CaseFacts[];
}

export interface VacuityResult {
  readonly outcome: GateOutcome;
  /** Cases that would fail for some other function. */
  readonly kept: readonly string[];
  readonly dropped: readonly DroppedCase[];
}

/**
 * Whether a harness can fail at all, judged by the text of its cases and by the calls of the original. A case that cannot
 * fail is dropped. A harness without other cases is vacuous, in one of eight ways. A case that shows its expected values is
 * dropped too, because a candidate could pass it by reading it.
 */
export function vacuityGate(
  { empty, cases }: HarnessFacts,
  records: readonly CaseRecord[],
): VacuityResult {
  if (empty) return vacuous('gen_empty', []);
  if (cases.length === 0) return vacuous('no_tests', []);
  const byCase = new Map(records.map((record) => [record.case, record]));
  const dropped = cases.flatMap((facts): DroppedCase[] => {
    const code = vacuityOf(facts, byCase.get(facts.case));
    return code === null ? [] : [{ case: facts.case, reason: { code } }];
  });
  const gone = new Set(dropped.map((one) => one.case));
  const kept = cases.map((facts) => facts.case).filter((name) => !gone.has(name));
  if (kept.length > 0) return { outcome: passed, kept, dropped };
  // Skipped cases say less about a harness than cases that ran.
  const ran = dropped.filter(({ reason }) => reason.code !== 'skipped_only');
  return vacuous(commonestReason(ran.length > 0 ? ran : dropped).code as Code, dropped);
}

const endedByForce: readonly CaseEnd[] = ['timed-out', 'exited', 'killed'];

type Code = VacuityReason | 'leak';

function vacuityOf(facts: CaseFacts, record: CaseRecord | undefined): Code | null {
  const { skipped, comparisons, swallows, tells } = facts;
  if (tells) return 'leak';
  if (skipped || record?.end.kind === 'skipped') return 'skipped_only';
  if (swallows) return 'swallowed_exception';
  if (comparisons.target === 0 && comparisons.self > 0) return 'self_compare';
  // A case that was ended does not report the call that was under way.
  if (record !== undefined && endedByForce.includes(record.end.kind)) return null;
  if ((record?.calls.length ?? 0) === 0) return 'fut_not_called';
  if (comparisons.target > 0) return null;
  return comparisons.constant > 0 ? 'constant_compare' : 'no_comparison';
}

function vacuous(code: Code, dropped: readonly DroppedCase[]): VacuityResult {
  const reason = { code };
  return { outcome: { kind: 'failed', reason, feedback: words[code] }, kept: [], dropped };
}

const words: Readonly<Record<Code, string>> = {
  gen_empty: 'There was no code in the answer.',
  no_tests:
    'There is no case: no function whose name begins with case_, and no method of a TestCase.',
  fut_not_called: 'No case calls the function under test.',
  no_comparison:
    'Cases call the function, but nothing is observed or compared that depends on what it does.',
  self_compare: 'Cases compare an expression with itself, which holds whatever the function does.',
  skipped_only: 'Every case is skipped.',
  swallowed_exception: 'Cases catch and discard whatever the comparison raises, so none can fail.',
  constant_compare: 'Cases compare only what does not depend on the function.',
  leak: 'Cases hold what they expect, where a solution could read it: observe what the function gives, and write no expected values.',
};
