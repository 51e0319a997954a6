import { holmAdjusted } from '../../../core/statistics/holm-adjusted';
import { seededChance } from '../../../core/statistics/seeded-chance';

describe('p-values adjusted by Holm’s method', () => {
  it('are multiplied by how many are left, never fall, stay at most 1, and keep their order', () => {
    const adjusted = holmAdjusted([0.04, 0.01, 0.03, 0.005, 0.9]);
    const expected = [0.09, 0.04, 0.09, 0.025, 0.9];
    for (const [index, value] of expected.entries()) expect(adjusted[index]).toBeCloseTo(value, 12);
    expect(holmAdjusted([0.6, 0.7])).toEqual([1, 1]);
  });

  it('leave a single one as it is, and none where there is none', () => {
    expect(holmAdjusted([0.03])).toEqual([0.03]);
    expect(holmAdjusted([])).toEqual([]);
  });

  it('call any of 40 tests without a difference one in at most 5 % of cases, where unadjusted ones do in most', () => {
    const chance = seededChance(12);
    const trials = 4_000;
    let [found, unadjusted] = [0, 0];
    for (let trial = 0; trial < trials; trial += 1) {
      const ps = Array.from({ length: 40 }, chance);
      if (holmAdjusted(ps).some((p) => p < 0.05)) found += 1;
      if (ps.some((p) => p < 0.05)) unadjusted += 1;
    }
    expect(found / trials).toBeGreaterThan(0.03);
    expect(found / trials).toBeLessThan(0.06);
    expect(unadjusted / trials).toBeGreaterThan(0.8);
  });
});
