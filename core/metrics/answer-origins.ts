import { assertNever } from '../assert-never';
import type { CallRecord } from '../ports/records';
import { writesProgram } from '../agents/roles';
import type { Fold } from './fold';

/** Where a recorded bank's Debugger answers came from, as fractions of `answers`. */
export interface DebuggerShares {
  /** Debugger answers whose origin the model server told. */
  readonly answers: number;
  /** A real repair of the very program, which changes it. */
  readonly recordedRepair: number;
  /** A real repair of the very program, which leaves it as it was. */
  readonly noChange: number;
  /** The bank has no repair of the program: drawn as the Solver draws. */
  readonly solverRule: number;
}

/** Draws past the end of a problem's distinct programs, which start again from the first. */
export interface RepeatedDraws {
  /** Smallest ordinal of a solution that repeats. */
  readonly from: number;
  readonly count: number;
}

/** null: no Debugger answer says where it came from (real endpoints; methods without a Debugger). */
export function debuggerShares(): Fold<CallRecord, DebuggerShares | null> {
  const rules = new Map<string, number>();
  let answers = 0;
  const share = (rule: string): number => (rules.get(rule) ?? 0) / answers;
  return {
    add: ({ role, repair, origin }) => {
      if (role !== 'debugger' || repair || origin === null) return;
      answers += 1;
      rules.set(origin.rule, (rules.get(origin.rule) ?? 0) + 1);
    },
    result: () =>
      answers === 0
        ? null
        : {
            answers,
            recordedRepair: share('recorded-repair'),
            noChange: share('recorded-no-change'),
            solverRule: share('solver-rule'),
          },
  };
}

/** null: no draw of the run repeats. */
export function repeatedDraws(): Fold<CallRecord, RepeatedDraws | null> {
  let [from, count] = [Number.POSITIVE_INFINITY, 0];
  return {
    add: (call) => {
      if (!writesProgram(call.role) || call.origin?.repeated !== true || call.repair) return;
      from = Math.min(from, ordinalOf(call));
      count += 1;
    },
    result: () => (count === 0 ? null : { from, count }),
  };
}

/** Node ids are `n` + ordinal, round ids `r` + ordinal + 1; environments ask for no programs. */
function ordinalOf(call: CallRecord): number {
  switch (call.kind) {
    case 'search':
      return Number(call.node.slice(1));
    case 'dialogue':
      return Number(call.round.slice(1)) - 1;
    case 'environment':
      return 0;
    default:
      return assertNever(call);
  }
}

/** Verifications of programs whose label the bank does not have: they all say no. */
export function verificationsWithoutTruth(): Fold<CallRecord, number> {
  let count = 0;
  return {
    add: ({ kind, role, repair, origin }) => {
      if (kind !== 'search' || role !== 'critic-verification' || repair) return;
      if (origin?.truthKnown === false) count += 1;
    },
    result: () => count,
  };
}
