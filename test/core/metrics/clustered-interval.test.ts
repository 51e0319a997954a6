import { clusteredInterval } from '../../../core/metrics/clustered-interval';
import { seededChance } from '../../../core/statistics/seeded-chance';
import { wilsonInterval } from '../../../core/statistics/wilson-interval';
import { clusteredRun, covers, plainRun, shareOf } from './synthetic-runs';

const trials = 1_000;

describe('the interval of a rate', () => {
  it('is Wilson’s with one attempt a problem', () => {
    const tallies = plainRun(seededChance(1), 40, 0.5);
    const solved = tallies.filter((tally) => tally.solved === 1).length;
    expect(clusteredInterval(tallies)).toEqual(wilsonInterval(solved, 40));
  });

  it('counts two problems of three equal attempts as two, not six', () => {
    const all = [
      { solved: 3, of: 3 },
      { solved: 3, of: 3 },
    ];
    expect(clusteredInterval(all)).toEqual(wilsonInterval(2, 2));
    const [low = 0, high = 0] =
      clusteredInterval([
        { solved: 3, of: 3 },
        { solved: 0, of: 3 },
      ]) ?? [];
    expect(high - low).toBeGreaterThan(0.9);
  });

  it('leaves problems without a verdict out, and says nothing of no problem or of a single one with several attempts', () => {
    expect(
      clusteredInterval([
        { solved: 1, of: 1 },
        { solved: 0, of: 0 },
      ]),
    ).toEqual(wilsonInterval(1, 1));
    expect(clusteredInterval([])).toBeNull();
    expect(clusteredInterval([{ solved: 2, of: 4 }])).toBeNull();
  });

  it.each([
    [40, 0.5],
    [164, 0.85],
    [164, 0.95],
    [378, 0.6],
  ])('covers the true rate in 93 to 97 %% of runs: %i problems at %d', (problems, rate) => {
    const chance = seededChance(1);
    const share = shareOf(trials, () =>
      covers(clusteredInterval(plainRun(chance, problems, rate)), rate),
    );
    expect(share).toBeGreaterThanOrEqual(0.93);
    expect(share).toBeLessThanOrEqual(0.97);
  });

  it.each([
    [10, 5, 1],
    [40, 3, 1],
    [40, 10, 2],
    [164, 10, 3],
  ])(
    'covers it where attempts at a problem are alike, too: %i problems of %i attempts, shape %i',
    (problems, samples, shape) => {
      const chance = seededChance(3);
      const share = shareOf(trials, () =>
        covers(clusteredInterval(clusteredRun(chance, { problems, samples, shape })), 0.5),
      );
      expect(share).toBeGreaterThanOrEqual(0.93);
      expect(share).toBeLessThanOrEqual(0.97);
    },
  );

  it('does so where attempts counted one by one would cover 4 of 5 runs', () => {
    const chance = seededChance(3);
    const share = shareOf(trials, () => {
      const run = clusteredRun(chance, { problems: 40, samples: 10, shape: 2 });
      const solved = run.reduce((sum, tally) => sum + tally.solved, 0);
      return covers(wilsonInterval(solved, 400), 0.5);
    });
    expect(share).toBeLessThan(0.85);
  });
});
