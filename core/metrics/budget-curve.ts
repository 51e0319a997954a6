import type { AttemptResult } from '../ports/records';
import type { SearchOutcome } from '../schemas/search';
import { programOf } from '../search/outcome';
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

/** Whether the answer that an attempt would have given after `budget` programs passes the hidden tests. */
export function solvedWithin(
  { outcome, graded }: AttemptResult<SearchOutcome>,
  budget: number,
): boolean {
  const last = Math.min(budget, outcome.answers.length) - 1;
  const answer = outcome.answers[last] ?? null;
  if (answer === null) return false;
  const program = programOf(outcome, answer);
  return graded.some((grade) => grade.program === program && grade.outcome.kind === 'passed');
}

/**
 * Solved attempts by budget, 1 to `budget` (CodeTree fig. 6). A search that ended earlier keeps its last answer.
 * Only attempts with a verdict belong here: pass the results of completed ones.
 * @param problems whose result each is; default: each of a problem of its own
 */
export function budgetCurve(
  results: readonly AttemptResult<SearchOutcome>[],
  budget: number,
  problems?: readonly string[],
): readonly CurvePoint[] {
  return Array.from({ length: budget }, (_, index) => {
    const passed = results.map((result) => solvedWithin(result, index + 1));
    const solved = passed.filter(Boolean).length;
    return {
      budget: index + 1,
      solved,
      attempts: results.length,
      rate: results.length === 0 ? null : solved / results.length,
      interval: clusteredInterval(tallyOutcomes(passed, problems)),
    };
  });
}
