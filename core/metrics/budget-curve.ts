import type { AttemptResult } from '../ports/records';
import type { SearchOutcome } from '../schemas/search';
import { clusteredInterval } from './clustered-interval';
import { tallyOutcomes } from './problem-tally';

/** Had every attempt ended after this many generated programs. */
export interface CurvePoint {
  /** Generated programs per attempt, from 1. */
  readonly budget: number;
  readonly solved: number;
  /** Attempts with a verdict: the denominator, the same at every point. */
  readonly attempts: number;
  /** null without attempts. */
  readonly rate: number | null;
  /** 95 %, by problem (`clusteredInterval`). */
  readonly interval: readonly [low: number, high: number] | null;
}

/**
 * Whether the answer that an attempt would have given after 1, 2, ... programs passes the hidden tests; a search that ended
 * earlier keeps its last answer.
 */
export function solvedBy({ outcome, graded }: AttemptResult<SearchOutcome>): readonly boolean[] {
  const passing = new Set(
    graded.filter((grade) => grade.outcome.kind === 'passed').map(({ program }) => program),
  );
  const solving = new Set(
    outcome.nodes
      .filter(({ program }) => program !== null && passing.has(program))
      .map(({ id }) => id),
  );
  return outcome.answers.map((answer) => answer !== null && solving.has(answer));
}

/**
 * Solved attempts by budget, 1 to `budget` (CodeTree fig. 6).
 * Only attempts with a verdict belong here: pass the results of completed ones.
 * @param problems whose result each is; default: each of a problem of its own
 */
export function budgetCurve(
  results: readonly AttemptResult<SearchOutcome>[],
  budget: number,
  problems?: readonly string[],
): readonly CurvePoint[] {
  const searches = results.map(solvedBy);
  const longest = searches.reduce((most, { length }) => Math.max(most, length), 1);
  const figures = Array.from({ length: Math.min(budget, longest) }, (_, index) => {
    const passed = searches.map((solved) => solved[Math.min(index, solved.length - 1)] ?? false);
    const solved = passed.filter(Boolean).length;
    return {
      solved,
      attempts: results.length,
      rate: results.length === 0 ? null : solved / results.length,
      interval: clusteredInterval(tallyOutcomes(passed, problems)),
    };
  });
  const last = figures.at(-1);
  if (last === undefined) return [];
  return Array.from({ length: budget }, (_, index) => ({
    budget: index + 1,
    ...(figures[index] ?? last),
  }));
}
