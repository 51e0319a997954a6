import { bootstrapInterval } from '../../../core/metrics/bootstrap-interval';
import { seededChance } from '../../../core/statistics/seeded-chance';
import { clusteredRun, covers, plainRun, shareOf } from './synthetic-runs';

describe('the bootstrap interval', () => {
  it('is the same for the same records, and another for another seed', () => {
    const tallies = plainRun(seededChance(1), 50, 0.6);
    expect(bootstrapInterval(tallies)).toEqual(bootstrapInterval(tallies));
    expect(bootstrapInterval(tallies, { draws: 501, seed: 1 })).not.toEqual(
      bootstrapInterval(tallies, { draws: 501, seed: 4 }),
    );
  });

  it('lies around the rate, and is wider for fewer problems', () => {
    const many = bootstrapInterval(plainRun(seededChance(1), 400, 0.6)) ?? [0, 0];
    const few = bootstrapInterval(plainRun(seededChance(1), 40, 0.6)) ?? [0, 0];
    expect(many[0]).toBeLessThan(0.6);
    expect(many[1]).toBeGreaterThan(0.6);
    expect(few[1] - few[0]).toBeGreaterThan(2 * (many[1] - many[0]));
  });

  it('ends between the rates of two resamples, in proportion', () => {
    const tallies = [
      { solved: 0, of: 1 },
      { solved: 1, of: 1 },
    ];
    // With this seed one resample has only the first problem, the other only the second.
    const [low, high] = bootstrapInterval(tallies, { draws: 2, seed: 4 }) ?? [0, 0];
    expect(low).toBeCloseTo(0.025, 12);
    expect(high).toBeCloseTo(0.975, 12);
  });

  it('says nothing of fewer than two problems', () => {
    expect(
      bootstrapInterval([
        { solved: 2, of: 4 },
        { solved: 0, of: 0 },
      ]),
    ).toBeNull();
  });

  it('covers the true rate in 93 to 97 % of runs, one attempt a problem or several', () => {
    const chance = seededChance(2);
    const terms = { draws: 300, seed: 7 };
    const single = shareOf(500, () =>
      covers(bootstrapInterval(plainRun(chance, 164, 0.6), terms), 0.6),
    );
    const several = shareOf(500, () =>
      covers(
        bootstrapInterval(clusteredRun(chance, { problems: 164, samples: 5, shape: 2 }), terms),
        0.5,
      ),
    );
    for (const share of [single, several]) {
      expect(share).toBeGreaterThanOrEqual(0.93);
      expect(share).toBeLessThanOrEqual(0.97);
    }
  });
});
