import { assertNever } from '../assert-never';
import type { CallRecord } from '../ports/records';
import { writesProgram } from '../agents/roles';
import { callsOfSearches } from '../work/of-kind';

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
export function debuggerShares(calls: readonly CallRecord[]): DebuggerShares | null {
  const rules = calls
    .filter(({ role, repair }) => role === 'debugger' && !repair)
    .flatMap(({ origin }) => (origin === null ? [] : [origin.rule]));
  if (rules.length === 0) return null;
  const share = (wanted: string): number =>
    rules.filter((rule) => rule === wanted).length / rules.length;
  return {
    answers: rules.length,
    recordedRepair: share('recorded-repair'),
    noChange: share('recorded-no-change'),
    solverRule: share('solver-rule'),
  };
}

/** null: no draw of the run repeats. */
export function repeatedDraws(calls: readonly CallRecord[]): RepeatedDraws | null {
  const ordinals = calls
    .filter(
      ({ role, origin, repair }) => writesProgram(role) && origin?.repeated === true && !repair,
    )
    .map(ordinalOf);
  if (ordinals.length === 0) return null;
  return { from: ordinals.reduce((least, next) => Math.min(least, next)), count: ordinals.length };
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
export function verificationsWithoutTruth(calls: readonly CallRecord[]): number {
  return callsOfSearches(calls).filter(
    ({ role, repair, origin }) =>
      role === 'critic-verification' && !repair && origin?.truthKnown === false,
  ).length;
}
