import { measuredMean } from '../metrics/student-interval';
import type { MeasuredMean } from '../metrics/student-interval';
import type { Cell, CellTally } from './cell';
import { crossingOf } from './crossing';
import type { Crossing } from './crossing';

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

/** Pass@1 of one method less that of another, seed by seed on the same draws. */
export interface PairedDifference {
  /** null: neither asks whether a program is right. */
  readonly criticAccuracy: number | null;
  readonly difference: MeasuredMean;
  /** Whose interval excludes no difference; null: neither's. */
  readonly better: 'first' | 'second' | null;
}

/** Two methods with the same budget, width and depth. */
export interface MethodPair {
  readonly first: string;
  readonly second: string;
  readonly budget: number;
  /** null: each one's own. */
  readonly width: number | null;
  readonly maxDepth: number | null;
  /** By rising accuracy. */
  readonly differences: readonly PairedDifference[];
  /** null: fewer than two accuracies that decide anything. */
  readonly crossing: Crossing | null;
}

export interface SimulationSummary {
  readonly cells: readonly CellSummary[];
  readonly pairs: readonly MethodPair[];
}

interface TalliedCell {
  readonly cell: Cell;
  readonly tallies: readonly CellTally[];
  /** Its accuracy decided something. */
  readonly asked: boolean;
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
  return { cells: summaries(tallied), pairs: pairsOf(tallied) };
}

/** Cells that differ in an accuracy that decided nothing are one. */
function summaries(tallied: readonly TalliedCell[]): readonly CellSummary[] {
  const told = new Set<string>();
  return tallied.flatMap((one) => {
    const { cell, tallies, asked } = one;
    if (!asked) {
      const key = `${cell.method} ${placeOf(cell)}`;
      if (told.has(key)) return [];
      told.add(key);
    }
    const problems = sum(tallies.map((tally) => tally.problems));
    return [
      {
        ...cell,
        criticAccuracy: asked ? cell.criticAccuracy : null,
        passAt1: withinRates(measuredMean(rates(one))),
        programs: sum(tallies.map(({ programs }) => programs)) / problems,
        questions: sum(tallies.map(({ questions }) => questions)) / problems,
        solved: tallies.map(({ solved }) => solved),
      },
    ];
  });
}

function pairsOf(tallied: readonly TalliedCell[]): readonly MethodPair[] {
  const places = [...new Set(tallied.map(({ cell }) => placeOf(cell)))];
  return places.flatMap((place) => {
    const here = tallied.filter(({ cell }) => placeOf(cell) === place);
    const methods = [...new Set(here.map(({ cell }) => cell.method))];
    return methods.flatMap((first, index) =>
      methods.slice(index + 1).map((second) => pairOf(here, first, second)),
    );
  });
}

/** Of the two that is first whose word depends on the critic, where only one's does. */
function pairOf(here: readonly TalliedCell[], one: string, other: string): MethodPair {
  const asks = (method: string): boolean =>
    here.some(({ cell, asked }) => cell.method === method && asked);
  const turned = !asks(one) && asks(other);
  const [first, second] = turned ? [other, one] : [one, other];
  const of = (method: string): readonly TalliedCell[] =>
    here
      .filter(({ cell }) => cell.method === method)
      .toSorted((left, right) => left.cell.criticAccuracy - right.cell.criticAccuracy);
  const seconds = of(second);
  const points = of(first).flatMap((left) => {
    const right = seconds.find(({ cell }) => cell.criticAccuracy === left.cell.criticAccuracy);
    if (right === undefined) return [];
    const [own, others] = [rates(left), rates(right)];
    const bySeed = own.map((rate, index) => rate - (others[index] ?? 0));
    return [{ criticAccuracy: left.cell.criticAccuracy, bySeed }];
  });
  const depends = asks(first);
  const differences = (depends ? points : points.slice(0, 1)).map(
    ({ criticAccuracy, bySeed }): PairedDifference => {
      const difference = measuredMean(bySeed);
      return {
        criticAccuracy: depends ? criticAccuracy : null,
        difference,
        better: betterOf(difference),
      };
    },
  );
  const [example] = here;
  const { budget, width, maxDepth } = example?.cell ?? { budget: 0, width: null, maxDepth: null };
  const crossing = depends ? crossingOf(points) : null;
  return { first, second, budget, width, maxDepth, differences, crossing };
}

/** A share is from 0 to 1, and so is what it may be. */
function withinRates(measured: MeasuredMean): MeasuredMean {
  if (measured.interval === null) return measured;
  const [low, high] = measured.interval;
  return { ...measured, interval: [Math.max(0, low), Math.min(1, high)] };
}

function betterOf({ interval }: MeasuredMean): PairedDifference['better'] {
  if (interval === null) return null;
  const [low, high] = interval;
  return low > 0 ? 'first' : high < 0 ? 'second' : null;
}

function rates({ tallies }: TalliedCell): readonly number[] {
  return tallies.map(({ solved, problems }) => solved / problems);
}

function placeOf({ budget, width, maxDepth }: Cell): string {
  return [budget, width, maxDepth].join(' ');
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
