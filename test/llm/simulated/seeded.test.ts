import { hashOf, permute, unitOf } from '../../../llm/simulated/seeded';

describe('seeded order and chance', () => {
  it('tell lists of parts apart that look alike when joined', () => {
    expect(hashOf(['a', 'b'])).not.toBe(hashOf(['ab']));
    expect(hashOf([1])).not.toBe(hashOf(['1']));
  });

  it('stay the same from release to release; a pin, for kept answers rest on it', () => {
    expect(unitOf(['draw', 7, 'P/0', 0])).toBeCloseTo(0.8559, 3);
    expect(permute(['a', 'b', 'c', 'd'], ['draw', 7], (item) => item)).toEqual([
      'b',
      'd',
      'a',
      'c',
    ]);
  });

  it('spread evenly between 0 and 1', () => {
    const units = Array.from({ length: 10_000 }, (_, index) => unitOf([index]));
    expect(Math.min(...units)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...units)).toBeLessThan(1);
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const share = units.filter((unit) => Math.floor(unit * 10) === tenth).length / units.length;
      expect(share).toBeGreaterThan(0.09);
      expect(share).toBeLessThan(0.11);
    }
  });
});
