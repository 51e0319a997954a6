import { measuredMean } from '../statistics/measured-mean';
import type { MeasuredMean } from '../statistics/measured-mean';
import type { GridPoint, GridPointTally } from './grid-point';
import { methodPairs } from './method-pairs';
import type { MethodPair } from './method-pairs';
import { placeOf, ratesOf, withOwnShape } from './tallied-grid-point';
import type { TalliedGridPoint } from './tallied-grid-point';

/** What a grid point came to over all seeds. */
export interface GridPointSummary extends Omit<GridPoint, 'criticAccuracy'> {
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
  readonly cells: readonly GridPointSummary[];
  readonly pairs: readonly MethodPair[];
}

/** Summarises points in the given order. @param tallies of each grid point, in the order of the seeds */
export function summarise(
  points: readonly GridPoint[],
  tallies: readonly (readonly GridPointTally[])[],
): SimulationSummary {
  const tallied = points.map((point, index): TalliedGridPoint => {
    const own = tallies[index] ?? [];
    return { point, tallies: own, asked: own.some(({ verifications }) => verifications > 0) };
  });
  return { cells: summaries(tallied), pairs: methodPairs(tallied) };
}

/** Grid points that differ in nothing but what decided nothing are one: an accuracy, or a shape that the method's trees do not have. */
function summaries(tallied: readonly TalliedGridPoint[]): readonly GridPointSummary[] {
  const told = new Set<string>();
  return tallied.flatMap((one) => {
    const { tallies, asked } = one;
    const point = withOwnShape(one.point);
    const criticAccuracy = asked ? point.criticAccuracy : null;
    const key = [point.method, placeOf({ point }), criticAccuracy].join(' ');
    if (told.has(key)) return [];
    told.add(key);
    const problems = sum(tallies.map((tally) => tally.problems));
    return [
      {
        ...point,
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
