/** The differences between two methods at one critic accuracy, one for each seed, in the order of the seeds. */
export interface DifferencesAt {
  readonly criticAccuracy: number;
  readonly bySeed: readonly number[];
}

/**
 * From which critic accuracy on the first of two methods is ahead. `ahead`: at all that were tried; `behind`: not at the highest.
 * `crosses`: `at`, interpolated between the two neighbours, with the interval of it at 95 %; an end of null lies beyond the
 * accuracies that were tried.
 */
export type Crossing =
  | { readonly kind: 'ahead' }
  | { readonly kind: 'behind' }
  | {
      readonly kind: 'crosses';
      readonly at: number;
      readonly interval: readonly [low: number | null, high: number | null];
    };

const resamples = 1_000;

/**
 * The place where the mean difference becomes positive and stays so up to the highest accuracy, and how sure that place is:
 * percentiles of the same over seeds drawn again (bootstrap, 1,000 times, always the same ones). null: fewer than two
 * accuracies.
 * @param points by rising accuracy, each with one difference for each seed
 */
export function crossingOf(points: readonly DifferencesAt[]): Crossing | null {
  const seeds = points[0]?.bySeed.length ?? 0;
  if (points.length < 2 || seeds === 0) return null;
  const at = placeOf(points, null);
  if (at === Number.NEGATIVE_INFINITY) return { kind: 'ahead' };
  if (at === Number.POSITIVE_INFINITY) return { kind: 'behind' };
  const random = randomNumbers(seeds * 7_919 + points.length);
  const drawn = Array.from({ length: resamples }, () => {
    const chosen = Array.from({ length: seeds }, () => Math.floor(random() * seeds));
    return placeOf(points, chosen);
  }).sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  return { kind: 'crosses', at, interval: [inside(drawn, 0.025), inside(drawn, 0.975)] };
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

function inside(sorted: readonly number[], share: number): number | null {
  const value = sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
  return Number.isFinite(value) ? value : null;
}

/** Numbers from 0 (included) to 1 (excluded) that a seed decides: a congruential generator modulo 2^32. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // Multiplier and increment of Numerical Recipes; its high bits alone are used.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
