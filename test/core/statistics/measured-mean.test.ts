import { measuredMean } from '../../../core/statistics/measured-mean';
import { seededChance } from '../../../core/statistics/seeded-chance';

describe('the mean of measurements', () => {
  it('has the interval of a textbook: 10 values, mean 5.5, t 2.262', () => {
    const { mean, standardDeviation, interval } = measuredMean([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(mean).toBe(5.5);
    expect(standardDeviation).toBeCloseTo(3.02765, 5);
    expect(interval?.[0]).toBeCloseTo(3.3342, 3);
    expect(interval?.[1]).toBeCloseTo(7.6658, 3);
  });

  it('has no interval of a single measurement, and none of equal ones: they show no spread', () => {
    const none = { standardDeviation: 0, interval: null };
    expect(measuredMean([0.4])).toEqual({ count: 1, mean: 0.4, ...none });
    expect(measuredMean([2, 2, 2])).toEqual({ count: 3, mean: 2, ...none });
    // 0.2 and 0.19999999999999998.
    expect(measuredMean([0.3 - 0.1, 0.7 - 0.5, 0.9 - 0.7])).toMatchObject({ count: 3, ...none });
  });

  it('covers the true mean in 93 to 97 of 100 repetitions of twenty measurements', () => {
    const uniform = seededChance(12_345);
    // Four of them added up are close to normal, around 2.
    const measure = (): number => uniform() + uniform() + uniform() + uniform();
    let covered = 0;
    for (let round = 0; round < 4_000; round += 1) {
      const { interval } = measuredMean(Array.from({ length: 20 }, measure));
      const [low, high] = interval ?? [0, 0];
      if (low <= 2 && 2 <= high) covered += 1;
    }
    expect(covered / 4_000).toBeGreaterThan(0.93);
    expect(covered / 4_000).toBeLessThan(0.97);
  });

  it('needs a measurement', () => {
    expect(() => measuredMean([])).toThrow(RangeError);
  });
});
