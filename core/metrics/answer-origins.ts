import type { DebuggerAnswers, RepeatedDraws } from '../ports/attempt-figures';
import { workRow } from '../kinds/kinds';
import type { CallRecord } from '../ports/records';
import { writesProgram } from '../names/roles';
import type { Fold } from './fold';

/** Origins of Debugger answers of a recorded bank, as fractions of `answers`. */
export interface DebuggerShares {
  /** Debugger answers whose origin the model server told. */
  readonly answers: number;
  /** A real repair of exactly this program, which changes it. */
  readonly recordedRepair: number;
  /** A real repair of exactly this program, which does not change it. */
  readonly noChange: number;
  /** The bank has no repair of the program, so the answer is drawn as for the Solver. */
  readonly solverRule: number;
}

export function debuggerAnswers(calls: readonly CallRecord[]): DebuggerAnswers {
  const rules: Record<string, number> = {};
  for (const { role, repair, origin } of calls) {
    if (role !== 'debugger' || repair || origin === null) continue;
    rules[origin.rule] = (rules[origin.rule] ?? 0) + 1;
  }
  return rules;
}

/** null: no Debugger answer says where it came from (real endpoints; methods without a Debugger). */
export function debuggerShares(rules: DebuggerAnswers): DebuggerShares | null {
  const answers = Object.values(rules).reduce((sum, count) => sum + count, 0);
  const share = (rule: string): number => (rules[rule] ?? 0) / answers;
  if (answers === 0) return null;
  return {
    answers,
    recordedRepair: share('recorded-repair'),
    noChange: share('recorded-no-change'),
    solverRule: share('solver-rule'),
  };
}

/** null: none of these draws repeats. */
export function repeatedDraws(calls: readonly CallRecord[]): RepeatedDraws | null {
  const repeated = calls.filter(
    ({ role, origin, repair }) => writesProgram(role) && origin?.repeated === true && !repair,
  );
  if (repeated.length === 0) return null;
  return {
    from: Math.min(...repeated.map((call) => workRow(call.kind).ordinal(call))),
    count: repeated.length,
  };
}

/** Of what repeats in parts of a run; null: nothing. */
export function allRepeatedDraws(): Fold<RepeatedDraws | null, RepeatedDraws | null> {
  let [from, count] = [Number.POSITIVE_INFINITY, 0];
  return {
    add: (part) => {
      if (part === null) return;
      from = Math.min(from, part.from);
      count += part.count;
    },
    result: () => (count === 0 ? null : { from, count }),
  };
}

/** Verifications of programs without a label in the bank. All of them reject. */
export function verificationsWithoutTruth(calls: readonly CallRecord[]): number {
  return calls.filter(
    ({ kind, role, repair, origin }) =>
      kind === 'search' &&
      role === 'critic-verification' &&
      !repair &&
      origin?.truthKnown === false,
  ).length;
}
