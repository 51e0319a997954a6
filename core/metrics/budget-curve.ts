import { clusteredInterval } from './clustered-interval';
import { tally } from './problem-tally';
import type { ProblemVerdicts } from './problem-tally';

/** A point of the curve: the result if every attempt had ended after this many generated programs. */
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

/** Solved attempts by budget, 1 to `budget` (CodeTree fig. 6). Only searches; an attempt without a verdict is in no curve. */
export function budgetCurve(
  verdicts: readonly ProblemVerdicts[],
  budget: number,
): readonly CurvePoint[] {
  const lengths = verdicts.flatMap(({ paths }) => paths.map(({ byPrograms }) => byPrograms.length));
  const longest = lengths.reduce((most, length) => Math.max(most, length), 1);
  const attempts = lengths.length;
  const figures = Array.from({ length: Math.min(budget, longest) }, (_, index) => {
    const tallies = tally(
      verdicts,
      ({ byPrograms }) => byPrograms[Math.min(index, byPrograms.length - 1)] ?? false,
    );
    const solved = tallies.reduce((sum, one) => sum + one.solved, 0);
    return {
      solved,
      attempts,
      rate: attempts === 0 ? null : solved / attempts,
      interval: clusteredInterval(tallies),
    };
  });
  const last = figures.at(-1);
  if (last === undefined) return [];
  return Array.from({ length: budget }, (_, index) => ({
    budget: index + 1,
    ...(figures[index] ?? last),
  }));
}
