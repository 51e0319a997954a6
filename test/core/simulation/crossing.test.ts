import { crossingOf } from '../../../core/simulation/crossing';

const at = (criticAccuracy: number, ...bySeed: readonly number[]) => ({ criticAccuracy, bySeed });

describe('the accuracy from which a method is ahead', () => {
  it('is interpolated between the two neighbours of it', () => {
    const crossing = crossingOf([at(0.5, -0.02, -0.02), at(0.7, 0.02, 0.02), at(0.9, 0.1, 0.1)]);
    expect(crossing?.at).toBeCloseTo(0.6);
    // Seeds that agree leave nothing open.
    expect(crossing?.interval[0]).toBeCloseTo(0.6);
    expect(crossing?.interval[1]).toBeCloseTo(0.6);
  });

  it('is the last place where it comes ahead: being ahead before, by luck, does not count', () => {
    const crossing = crossingOf([at(0.5, 0.1), at(0.6, -0.1), at(0.7, 0.1)]);
    expect(crossing?.at).toBeCloseTo(0.65);
  });

  it('is less sure the more the seeds differ, and open where some never cross', () => {
    const calm = crossingOf([at(0.5, -0.11, -0.1, -0.09), at(1, 0.09, 0.1, 0.11)]);
    const wild = crossingOf([at(0.5, -0.4, 0.3, -0.2), at(1, 0.5, -0.2, 0.3)]);
    const [low, high] = calm?.interval ?? [];
    expect(Number(high) - Number(low)).toBeLessThan(0.06);
    expect(wild?.interval).toEqual(['below', 'above']);
  });

  it('says the same each time', () => {
    const points = [at(0.5, -0.4, 0.3, -0.2, 0.1), at(1, 0.5, -0.2, 0.3, 0.2)];
    expect(crossingOf(points)).toEqual(crossingOf(points));
  });

  it('is everywhere, nowhere, or not to be asked for', () => {
    expect(crossingOf([at(0.5, 0.1), at(1, 0.1)])?.at).toBe('below');
    expect(crossingOf([at(0.5, 0.1), at(1, 0)])?.at).toBe('above');
    expect(crossingOf([at(0.5, 0.1)])).toBeNull();
  });
});
