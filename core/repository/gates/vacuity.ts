import type { VacuityReason } from '../../names/environment-reasons';
import type { CaseEnd, CaseRecord } from '../../python-values/case-record';
import { commonestReason, passed } from './gate';
import type { DroppedCase, GateOutcome } from './gate';

/** What the text of one case says, told without running it. */
export interface CaseFacts {
  readonly case: string;
  readonly skipped: boolean;
  /**
   * How often something is compared or observed, or, where a case asserts nothing by its form, called: that depends on the
   * function under test; that is the same expression on both sides; that holds without it.
   */
  readonly comparisons: {
    readonly target: number;
    readonly self: number;
    readonly constant: number;
  };
  /** Every comparison stands where a handler discards what it raises. */
  readonly swallows: boolean;
  /** What it expects could not be taken out of its text, where a candidate would read it. */
  readonly tells: boolean;
}

export interface HarnessFacts {
  /** Not one statement. */
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
 * Whether a harness can fail at all: by the text of its cases and by what the reference did in them. A case that can't is
 * dropped; a harness without any other is vacuous, in one of eight ways. A case that tells what it expects can be passed by
 * reading it, and is dropped, too.
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
  // Skipped cases say less of a harness than those which ran.
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
  // A case that was ended tells of no call that it was in.
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
