import type { ProblemTally } from './problem-tally';
import { twoSidedT } from '../statistics/student-t';
import { normal95, wilsonInterval } from '../statistics/wilson-interval';

type Tally = Pick<ProblemTally, 'solved' | 'of'>;

/**
 * 95 % interval of solved / attempts where attempts at one problem are alike: Wilson's, on the number of independent attempts
 * that these are worth. With p = solved / N over J problems of n_j attempts, c_j of them solved,
 *
 *     V = J / (J - 1) * sum (c_j - n_j p)^2 / N^2      (linearised variance of a ratio, problems drawn with replacement)
 *     n = min(N, p (1 - p) / V) * (1.96 / t_{J-1})^2   (Korn and Graubard 1998)
 *
 * With one attempt a problem it is Wilson's interval as it stands. Where nothing or everything is solved there is no variance to
 * see, and a problem counts once. null: no attempt has a verdict, or several attempts are all at one problem, from which nothing
 * follows for others.
 */
export function clusteredInterval(
  tallies: readonly Tally[],
): readonly [low: number, high: number] | null {
  const seen = tallies.filter(({ of }) => of > 0);
  const solved = seen.reduce((sum, tally) => sum + tally.solved, 0);
  const total = seen.reduce((sum, { of }) => sum + of, 0);
  if (seen.every(({ of }) => of === 1)) return wilsonInterval(solved, total);
  if (seen.length < 2) return null;
  const rate = solved / total;
  return wilsonInterval(rate * worthOf(seen, rate), worthOf(seen, rate));
}

/** How many independent attempts these are worth. */
function worthOf(tallies: readonly Tally[], rate: number): number {
  const count = tallies.length;
  if (rate === 0 || rate === 1) return count;
  const total = tallies.reduce((sum, { of }) => sum + of, 0);
  const squares = tallies.reduce((sum, { solved, of }) => sum + (solved - of * rate) ** 2, 0);
  const variance = ((count / (count - 1)) * squares) / total ** 2;
  const worth = Math.min(total, (rate * (1 - rate)) / variance);
  return worth * (normal95 / twoSidedT(count - 1)) ** 2;
}
