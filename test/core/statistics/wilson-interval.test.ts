import { wilsonInterval } from '../../../core/statistics/wilson-interval';

describe('Wilson’s interval', () => {
  // Calculated apart from this code, in Python.
  it.each<[number, number, readonly [number, number]]>([
    [82, 164, [0.424357, 0.575643]],
    [155, 164, [0.899006, 0.970863]],
    [1, 10, [0.017876, 0.40415]],
    [0, 10, [0, 0.277533]],
    [10, 10, [0.722467, 1]],
  ])('of %d in %d is %j', (successes, trials, [low, high]) => {
    const interval = wilsonInterval(successes, trials);
    expect(interval?.[0]).toBeCloseTo(low, 5);
    expect(interval?.[1]).toBeCloseTo(high, 5);
  });

  it('is unknown without trials', () => {
    expect(wilsonInterval(0, 0)).toBeNull();
  });

  it('always holds the rate, within 0 and 1', () => {
    for (let trials = 1; trials <= 60; trials += 1) {
      for (let successes = 0; successes <= trials; successes += 1) {
        const [low, high] = wilsonInterval(successes, trials) ?? [1, 0];
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(successes / trials);
        expect(high).toBeGreaterThanOrEqual(successes / trials);
        expect(high).toBeLessThanOrEqual(1);
      }
    }
  });
});
