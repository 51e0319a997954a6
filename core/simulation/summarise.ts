import { measuredMean } from '../statistics/measured-mean';
import type { MeasuredMean } from '../statistics/measured-mean';
import type { Cell, CellTally } from './cell';
import { methodPairs } from './method-pairs';
import type { MethodPair } from './method-pairs';
import { placeOf, ratesOf, withOwnShape } from './tallied-cell';
import type { TalliedCell } from './tallied-cell';

/** What a cell came to over all seeds. */
export interface CellSummary extends Omit<Cell, 'criticAccuracy'> {
  /** null: the critic was never asked whether a program is right, and so its accuracy decided nothing. */
  readonly criticAccuracy: number | null;
  /** The mean over seeds of the share of problems solved. */
  readonly passAt1: MeasuredMean;
  /** Generated programs per problem. */
  readonly programs: number;
  /** Questions to agents per problem. */
  readonly questions: number;
  /** Problems solved, in the order of the seeds. */
  readonly solved: readonly number[];
}

export interface SimulationSummary {
  readonly cells: readonly CellSummary[];
  readonly pairs: readonly MethodPair[];
}

/**
 * @param cells in the order to be told of
 * @param tallies of each cell, in the order of the seeds
 */
export function summarise(
  cells: readonly Cell[],
  tallies: readonly (readonly CellTally[])[],
): SimulationSummary {
  const tallied = cells.map((cell, index): TalliedCell => {
    const own = tallies[index] ?? [];
    return { cell, tallies: own, asked: own.some(({ verifications }) => verifications > 0) };
  });
  return { cells: summaries(tallied), pairs: methodPairs(tallied) };
}

/** Cells that differ in nothing but what decided nothing are one: an accuracy, or a shape that the method's trees do not have. */
function summaries(tallied: readonly TalliedCell[]): readonly CellSummary[] {
  const told = new Set<string>();
  return tallied.flatMap((one) => {
    const { tallies, asked } = one;
    const cell = withOwnShape(one.cell);
    const criticAccuracy = asked ? cell.criticAccuracy : null;
    const key = [cell.method, placeOf({ cell }), criticAccuracy].join(' ');
    if (told.has(key)) return [];
    told.add(key);
    const problems = sum(tallies.map((tally) => tally.problems));
    return [
      {
        ...cell,
        criticAccuracy,
        passAt1: withinRates(measuredMean(ratesOf(one))),
        programs: sum(tallies.map(({ programs }) => programs)) / problems,
        questions: sum(tallies.map(({ questions }) => questions)) / problems,
        solved: tallies.map(({ solved }) => solved),
      },
    ];
  });
}

/** A share is from 0 to 1, and so is what it may be. */
function withinRates(measured: MeasuredMean): MeasuredMean {
  if (measured.interval === null) return measured;
  const [low, high] = measured.interval;
  return { ...measured, interval: [Math.max(0, low), Math.min(1, high)] };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
