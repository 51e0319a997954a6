import { drawBelow, seededChance } from '../statistics/seeded-chance';

/** The differences between two methods at one critic accuracy, one for each seed, in the order of the seeds. */
export interface DifferencesAt {
  readonly criticAccuracy: number;
  readonly bySeed: readonly number[];
}

/** An accuracy, or that it lies below, or above, all that were tried. */
export type AccuracyPlace = number | 'below' | 'above';

/**
 * From which critic accuracy on the first of two methods is ahead, were the differences what they are on average. No test: that
 * it is ahead at all, say the differences at that end (`MethodDifference.better`).
 */
export interface Crossing {
  /** Interpolated between the two neighbours. `below`: ahead at all that were tried; `above`: not at the highest. */
  readonly at: AccuracyPlace;
  /** At 95 %. */
  readonly interval: readonly [low: AccuracyPlace, high: AccuracyPlace];
}

const resamples = 1_000;
const seed = 20_240_607;

/**
 * The place where the mean difference becomes positive and stays so up to the highest accuracy, and how sure that place is:
 * percentiles of the same over seeds drawn again (bootstrap, 1,000 times, always the same ones). null: fewer than two
 * accuracies.
 * @param points by rising accuracy, each with one difference for each seed
 */
export function crossingOf(points: readonly DifferencesAt[]): Crossing | null {
  const seeds = points[0]?.bySeed.length ?? 0;
  if (points.length < 2 || seeds === 0) return null;
  const chance = seededChance(seed);
  const drawn = Array.from({ length: resamples }, () => {
    const chosen = Array.from({ length: seeds }, () => drawBelow(chance, seeds));
    return placeOf(points, chosen);
  }).sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  return {
    at: told(placeOf(points, null)),
    interval: [told(percentile(drawn, 0.025)), told(percentile(drawn, 0.975))],
  };
}

/** Negative infinity: ahead everywhere; positive: behind at the end. `chosen`: places of seeds; null: each once. */
function placeOf(points: readonly DifferencesAt[], chosen: readonly number[] | null): number {
  const means = points.map(({ criticAccuracy, bySeed }) => {
    const values = chosen === null ? bySeed : chosen.map((place) => bySeed[place] ?? 0);
    return { criticAccuracy, mean: values.reduce((sum, value) => sum + value, 0) / values.length };
  });
  const lastBehind = means.findLastIndex(({ mean }) => mean <= 0);
  const below = means[lastBehind];
  if (below === undefined) return Number.NEGATIVE_INFINITY;
  const above = means[lastBehind + 1];
  if (above === undefined) return Number.POSITIVE_INFINITY;
  const share = -below.mean / (above.mean - below.mean);
  return below.criticAccuracy + share * (above.criticAccuracy - below.criticAccuracy);
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
}

/** Infinities are no JSON. */
function told(place: number): AccuracyPlace {
  if (Number.isFinite(place)) return place;
  return place < 0 ? 'below' : 'above';
}
