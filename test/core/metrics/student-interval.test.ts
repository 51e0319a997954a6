import { measuredMean } from '../../../core/metrics/student-interval';

describe('the mean of measurements', () => {
  it('has the interval of a textbook: 10 values, mean 5.5, t 2.262', () => {
    const { mean, standardDeviation, interval } = measuredMean([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(mean).toBe(5.5);
    expect(standardDeviation).toBeCloseTo(3.02765, 5);
    expect(interval?.[0]).toBeCloseTo(3.3342, 3);
    expect(interval?.[1]).toBeCloseTo(7.6658, 3);
  });

  it('has none of a single measurement, and a point of equal ones', () => {
    expect(measuredMean([0.4])).toEqual({ mean: 0.4, standardDeviation: 0, interval: null });
    expect(measuredMean([2, 2, 2]).interval).toEqual([2, 2]);
  });

  it.each([
    [31, 2.0395],
    [60, 2.0003],
    [120, 1.9799],
  ])('is right to two digits beyond the table: %d degrees of freedom', (freedom, quantile) => {
    const values = Array.from({ length: freedom + 1 }, (_, index) => index % 2);
    const { mean, standardDeviation, interval } = measuredMean(values);
    const spread = (interval?.[1] ?? 0) - mean;
    expect((spread * Math.sqrt(freedom + 1)) / standardDeviation).toBeCloseTo(quantile, 2);
  });

  it('covers the true mean in 93 to 97 of 100 repetitions of twenty measurements', () => {
    let state = 12345;
    const uniform = (): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
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
