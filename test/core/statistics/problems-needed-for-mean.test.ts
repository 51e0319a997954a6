import { problemsNeededForMean } from '../../../core/statistics/problems-needed-for-mean';

describe('the problems that a paired test of means needs', () => {
  it('are those of the formula: (1.96 + 0.84)^2 s^2 / d^2, rounded up', () => {
    // Mean 0.25 and variance 0.25.
    const differences = [0, 0, 0, 1];
    expect(problemsNeededForMean(differences)).toBe(Math.ceil((2.801585 ** 2 * 0.25) / 0.25 ** 2));
  });

  it('are the same whichever run is first, and at least two', () => {
    expect(problemsNeededForMean([0, 0, 0, -1])).toBe(problemsNeededForMean([0, 0, 0, 1]));
    expect(problemsNeededForMean([1, 1, 1])).toBe(2);
  });

  it('are not known without a difference, or of fewer than two problems', () => {
    expect(problemsNeededForMean([1, -1])).toBeNull();
    expect(problemsNeededForMean([1])).toBeNull();
    expect(problemsNeededForMean([])).toBeNull();
  });
});
