import type { Pair } from '../../../core/statistics/paired-difference';
import type { ProblemTally } from '../../../core/metrics/problem-tally';
import type { Chance } from '../../../core/statistics/seeded-chance';

/** How likely a problem is to be solved: each has a rate of its own, of a Beta(a, a) for whole a, whose mean is 0.5. */
export function ownRate(chance: Chance, shape: number): number {
  const draws = Array.from({ length: 2 * shape - 1 }, () => chance()).toSorted((a, b) => a - b);
  return draws[shape - 1] ?? 0.5;
}

/** Problems of one attempt each, all with the same rate. */
export function plainRun(chance: Chance, problems: number, rate: number): readonly ProblemTally[] {
  return Array.from({ length: problems }, (_, at) => ({
    problem: `p${String(at)}`,
    solved: chance() < rate ? 1 : 0,
    of: 1,
  }));
}

/** Problems of several attempts, alike within a problem; the true rate is 0.5. */
export function clusteredRun(
  chance: Chance,
  { problems, samples, shape }: { problems: number; samples: number; shape: number },
): readonly ProblemTally[] {
  return Array.from({ length: problems }, (_, at) => {
    const rate = ownRate(chance, shape);
    const solved = Array.from({ length: samples }, () => chance()).filter((x) => x < rate).length;
    return { problem: `p${String(at)}`, solved, of: samples };
  });
}

/** One attempt each: so many problems only the first solves, so many only the second, by their shares. */
export function pairedRuns(
  chance: Chance,
  problems: number,
  shares: { readonly onlyFirst: number; readonly onlySecond: number },
): readonly Pair[] {
  return Array.from({ length: problems }, (_, at) => {
    const drawn = chance();
    const first = drawn < shares.onlyFirst;
    const second = !first && drawn < shares.onlyFirst + shares.onlySecond;
    const both = !first && !second && chance() < 0.5;
    return {
      problem: `p${String(at)}`,
      first: { solved: first || both ? 1 : 0, of: 1 },
      second: { solved: second || both ? 1 : 0, of: 1 },
    };
  });
}

/** The share of so many trials in which something held. */
export function shareOf(trials: number, holds: (trial: number) => boolean): number {
  let count = 0;
  for (let trial = 0; trial < trials; trial += 1) if (holds(trial)) count += 1;
  return count / trials;
}

export const covers = (interval: readonly [number, number] | null, truth: number): boolean =>
  interval !== null && interval[0] <= truth && truth <= interval[1];
