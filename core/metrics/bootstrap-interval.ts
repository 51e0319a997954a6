import type { ProblemTally } from './problem-tally';
import { drawBelow, seededChance } from '../statistics/seeded-chance';

/** Resamples, and the seed that they are drawn with: the same figures for the same records. */
const bootstrapTerms = { draws: 4_000, seed: 20_240_607 } as const;

/**
 * 95 % interval of solved / attempts by the percentile bootstrap over problems (Efron and Tibshirani 1993, ch. 13): problems are
 * drawn with replacement, each with all its attempts, so that what is alike within a problem stays together. It needs no formula
 * for the variance, and is too narrow on few problems: under about 30 Wilson's is the better one, and always where nothing or
 * everything is solved, since no draw can then differ. null: fewer than two problems have a verdict.
 */
export function bootstrapInterval(
  tallies: readonly Pick<ProblemTally, 'solved' | 'of'>[],
  { draws, seed }: { readonly draws: number; readonly seed: number } = bootstrapTerms,
): readonly [low: number, high: number] | null {
  const seen = tallies.filter(({ of }) => of > 0);
  if (seen.length < 2) return null;
  const chance = seededChance(seed);
  const solvedBy = Float64Array.from(seen, ({ solved }) => solved);
  const attemptsBy = Float64Array.from(seen, ({ of }) => of);
  const rates = new Float64Array(draws);
  for (let draw = 0; draw < draws; draw += 1) {
    let solved = 0;
    let total = 0;
    for (let place = 0; place < seen.length; place += 1) {
      const drawn = drawBelow(chance, seen.length);
      solved += solvedBy[drawn] ?? 0;
      total += attemptsBy[drawn] ?? 0;
    }
    rates[draw] = solved / total;
  }
  rates.sort();
  return [quantile(rates, 0.025), quantile(rates, 0.975)];
}

/** Between the two values beside it, in proportion (type 7 of Hyndman and Fan 1996). */
function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (place - Math.floor(place)) * (above - below);
}
