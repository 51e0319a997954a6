import { holmAdjusted } from '../statistics/holm-adjusted';
import { measuredMean } from '../statistics/measured-mean';
import type { MeasuredMean } from '../statistics/measured-mean';
import { studentTest } from '../statistics/student-test';
import { crossingOf } from './crossing';
import type { Crossing, DifferencesAt } from './crossing';
import { placeOf, ratesOf, withOwnShape } from './tallied-grid-point';
import type { TalliedGridPoint } from './tallied-grid-point';

/** Pass@1 of one method less that of another, seed by seed on the same draws. */
export interface MethodDifference {
  /** null: neither asks whether a program is right. */
  readonly criticAccuracy: number | null;
  readonly difference: MeasuredMean;
  /** Of no difference, by Student's test over the seeds, adjusted by Holm's method for all differences of the simulation. */
  readonly p: number;
  /** Which is better where `p` is below 5 %; null: it is not decided. */
  readonly better: 'first' | 'second' | null;
}

/** Two methods with the same budget, width and depth. */
export interface MethodPair {
  readonly first: string;
  readonly second: string;
  readonly budget: number;
  /** null: each one's own, or that neither has any. */
  readonly width: number | null;
  readonly maxDepth: number | null;
  /** By rising accuracy. */
  readonly differences: readonly MethodDifference[];
  /** null: fewer than two accuracies that decide anything. */
  readonly crossing: Crossing | null;
}

/** A pair before its differences are judged beside all others. */
interface PairedMethods extends Omit<MethodPair, 'differences'> {
  /** An accuracy decides something. */
  readonly depends: boolean;
  readonly points: readonly DifferencesAt[];
}

const level = 0.05;

/** Each two methods in each place. */
export function methodPairs(tallied: readonly TalliedGridPoint[]): readonly MethodPair[] {
  const places = [...new Set(tallied.map(placeOf))];
  const told = new Set<string>();
  const pairs = places.flatMap((place) => {
    const here = tallied.filter((one) => placeOf(one) === place);
    const methods = [...new Set(here.map(({ point }) => point.method))];
    return methods.flatMap((first, index) =>
      methods.slice(index + 1).flatMap((second) => {
        const pair = pairOf(here, first, second);
        // Two methods without a shape differ alike whatever width and depth others have.
        const key = [pair.first, pair.second, pair.budget, pair.width, pair.maxDepth].join(' ');
        if (told.has(key)) return [];
        told.add(key);
        return [pair];
      }),
    );
  });
  return judged(pairs);
}

/** Of the two that is first whose word depends on the critic, where only one's does. */
function pairOf(here: readonly TalliedGridPoint[], one: string, other: string): PairedMethods {
  const asks = (method: string): boolean =>
    here.some(({ point, asked }) => point.method === method && asked);
  const turned = !asks(one) && asks(other);
  const [first, second] = turned ? [other, one] : [one, other];
  const of = (method: string): readonly TalliedGridPoint[] =>
    here
      .filter(({ point }) => point.method === method)
      .toSorted((left, right) => left.point.criticAccuracy - right.point.criticAccuracy);
  const seconds = of(second);
  const points = of(first).flatMap((left) => {
    const right = seconds.find(({ point }) => point.criticAccuracy === left.point.criticAccuracy);
    if (right === undefined) return [];
    const [own, others] = [ratesOf(left), ratesOf(right)];
    const bySeed = own.map((rate, index) => rate - (others[index] ?? 0));
    return [{ criticAccuracy: left.point.criticAccuracy, bySeed }];
  });
  const depends = asks(first);
  const gridPoints = here.map(({ point }) => point);
  const shaped = gridPoints.find(
    (point) => [first, second].includes(point.method) && withOwnShape(point) === point,
  );
  const { width = null, maxDepth = null } = shaped ?? {};
  const budget = gridPoints[0]?.budget ?? 0;
  return {
    ...{ first, second, budget, width, maxDepth, depends },
    points: depends ? points : points.slice(0, 1),
    crossing: depends ? crossingOf(points) : null,
  };
}

/** Many differences are looked at together: by luck alone one in twenty would exclude 0. */
function judged(pairs: readonly PairedMethods[]): readonly MethodPair[] {
  const points = pairs.flatMap((pair) => pair.points);
  const adjusted = holmAdjusted(points.map(({ bySeed }) => studentTest(bySeed)));
  const pOf = new Map(points.map((point, index) => [point, adjusted[index] ?? 1]));
  return pairs.map(({ depends, points: own, ...pair }) => ({
    ...pair,
    differences: own.map((point): MethodDifference => {
      const difference = measuredMean(point.bySeed);
      const p = pOf.get(point) ?? 1;
      return {
        criticAccuracy: depends ? point.criticAccuracy : null,
        difference,
        p,
        better: p >= level ? null : difference.mean > 0 ? 'first' : 'second',
      };
    }),
  }));
}
