import { mcnemarTest } from '../../../core/statistics/mcnemar-test';
import { pairedDifference } from '../../../core/statistics/paired-difference';
import type { Pair } from '../../../core/statistics/paired-difference';
import { exactPower, pairsNeeded } from '../../../core/statistics/pairs-needed';
import { seededChance } from '../../../core/statistics/seeded-chance';
import { signFlipTest } from '../../../core/statistics/sign-flip-test';
import { ownRate, covers, pairedRuns, shareOf } from './synthetic-runs';

const trials = 4_000;

function pOf(pairs: readonly Pair[]): number {
  return mcnemarTest(
    pairs.filter(({ first, second }) => first.solved > second.solved).length,
    pairs.filter(({ first, second }) => first.solved < second.solved).length,
  );
}

describe('McNemar’s exact test', () => {
  it('gives the values of the binomial distribution', () => {
    expect(mcnemarTest(0, 6)).toBeCloseTo(2 / 64, 12);
    expect(mcnemarTest(6, 0)).toBeCloseTo(2 / 64, 12);
    expect(mcnemarTest(1, 9)).toBeCloseTo(22 / 1024, 12);
    expect(mcnemarTest(5, 5)).toBe(1);
    expect(mcnemarTest(0, 0)).toBe(1);
    expect(mcnemarTest(59, 106)).toBeCloseTo(0.00031, 5);
  });

  it('finds a difference between equal runs in no more than 5 % of cases', () => {
    const chance = seededChance(5);
    const equal = { onlyFirst: 0.1, onlySecond: 0.1 };
    const share = shareOf(trials, () => pOf(pairedRuns(chance, 164, equal)) < 0.05);
    expect(share).toBeLessThanOrEqual(0.05);
    expect(share).toBe(0.03525);
  });

  it('finds a planted difference as often as its power says', () => {
    const chance = seededChance(6);
    const planted = { onlyFirst: 0.03, onlySecond: 0.12 };
    const share = shareOf(trials, () => pOf(pairedRuns(chance, 164, planted)) < 0.05);
    expect(share).toBe(0.83075);
    expect(Math.abs(share - exactPower(164, 0.03, 0.12))).toBeLessThan(0.02);
  });
});

describe('the paired difference', () => {
  it.each([
    [30, 0.1, 0.1],
    [50, 0.05, 0.2],
    [164, 0.03, 0.1],
    [378, 0.1, 0.2],
  ])(
    'is covered by its interval in 93 to 97 %% of cases: %i problems, flips %d and %d',
    (problems, onlyFirst, onlySecond) => {
      const chance = seededChance(7);
      const share = shareOf(trials, () =>
        covers(
          pairedDifference(pairedRuns(chance, problems, { onlyFirst, onlySecond }))?.interval ??
            null,
          onlySecond - onlyFirst,
        ),
      );
      expect(share).toBeGreaterThanOrEqual(0.93);
      expect(share).toBeLessThanOrEqual(0.97);
    },
  );

  it('is covered with several attempts a problem, which its test does not take for several problems', () => {
    const chance = seededChance(8);
    const run = (): readonly Pair[] =>
      Array.from({ length: 40 }, (_, at) => {
        const solvedOf = (rate: number): number =>
          Array.from({ length: 5 }, () => chance()).filter((drawn) => drawn < rate).length;
        return {
          problem: `p${String(at)}`,
          first: { solved: solvedOf(ownRate(chance, 2)), of: 5 },
          second: { solved: solvedOf(ownRate(chance, 2)), of: 5 },
        };
      });
    const share = shareOf(1_000, () => covers(pairedDifference(run())?.interval ?? null, 0));
    expect(share).toBeGreaterThanOrEqual(0.93);
    expect(share).toBeLessThanOrEqual(0.97);
  });

  it('has the interval of several attempts where only one of the runs has several', () => {
    const single = { solved: 0, of: 1 };
    const pairs = [1, 2, 3].map((solved) => ({
      problem: `p${String(solved)}`,
      first: single,
      second: { solved, of: 4 },
    }));
    const swapped = pairs.map(({ problem, first, second }) => ({
      problem,
      first: second,
      second: first,
    }));
    const [low = 0, high = 0] = pairedDifference(pairs)?.interval ?? [];
    // Student's interval of 0.25, 0.5 and 0.75: the mean, and 4.303 standard errors of it to either side.
    expect(low).toBeCloseTo(0.5 - (4.30265 * 0.25) / Math.sqrt(3), 5);
    expect(high).toBe(1);
    expect(pairedDifference(swapped)?.interval).toEqual([-high, -low]);
  });

  it('is null of no problem, and without an interval where several attempts show no spread', () => {
    expect(pairedDifference([])).toBeNull();
    const one = { problem: 'p', first: { solved: 1, of: 4 }, second: { solved: 3, of: 4 } };
    expect(pairedDifference([one])).toEqual({ difference: 0.5, interval: null });
    expect(pairedDifference([one, { ...one, problem: 'q' }])).toEqual({
      difference: 0.5,
      interval: null,
    });
  });
});

describe('the sign-flip test', () => {
  it('is McNemar’s exact test with one attempt a problem, up to what is sampled', () => {
    expect(signFlipTest([1, 1, 1, 1, 1, 1, 0])).toBeCloseTo(mcnemarTest(0, 6), 12);
    const differences = Array.from({ length: 20 }, (_, at) => (at < 5 ? -1 : 1));
    expect(Math.abs(signFlipTest(differences) - mcnemarTest(5, 15))).toBeLessThan(0.006);
  });

  it('finds a difference between equal runs in no more than 5 % of cases', () => {
    const chance = seededChance(9);
    const share = shareOf(1_000, () => {
      const differences = Array.from({ length: 12 }, () => Math.round(10 * (chance() - 0.5)) / 5);
      return signFlipTest(differences) < 0.05;
    });
    expect(share).toBeLessThanOrEqual(0.05);
  });

  it('says nothing of runs that do not differ', () => {
    expect(signFlipTest([])).toBe(1);
    expect(signFlipTest([0, 0])).toBe(1);
  });
});

describe('the number of problems that a decision needs', () => {
  it.each([
    [0.02, 0.1],
    [0.05, 0.15],
    [0, 0.1],
    [0.1, 0.4],
  ])('is the first with 80 %% power, for flips %d and %d', (onlyFirst, onlySecond) => {
    const needed = pairsNeeded(onlyFirst, onlySecond) ?? 0;
    expect(exactPower(needed, onlyFirst, onlySecond)).toBeGreaterThanOrEqual(0.8);
    expect(exactPower(needed, onlyFirst, onlySecond)).toBeLessThan(0.82);
    expect(pairsNeeded(onlySecond, onlyFirst)).toBe(needed);
  });

  it('does not exist where there is no difference', () => {
    expect(pairsNeeded(0.1, 0.1)).toBeNull();
    expect(pairsNeeded(0, 0)).toBeNull();
  });

  it('is known for small differences, too', () => {
    expect(pairsNeeded(0.1, 0.101)).toBeGreaterThan(1_000_000);
  });
});
