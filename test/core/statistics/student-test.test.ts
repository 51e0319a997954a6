import { seededChance } from '../../../core/statistics/seeded-chance';
import { studentTest } from '../../../core/statistics/student-test';

describe('Student’s test of paired differences', () => {
  it('gives the value of the sleep data of Student 1908: t = -4.0621, 9 degrees, p = 0.002833', () => {
    const differences = [-1.2, -2.4, -1.3, -1.3, 0, -1, -1.8, -0.8, -4.6, -1.4];
    expect(studentTest(differences)).toBeCloseTo(0.002833, 6);
    expect(studentTest(differences.map((value) => -value))).toBeCloseTo(0.002833, 6);
  });

  it('counts signs where all differences are equal, and finds none where there is none', () => {
    expect(studentTest([0.1, 0.1, 0.1, 0.1, 0.1, 0.1])).toBe(2 / 64);
    expect(studentTest([0.1])).toBe(1);
    expect(studentTest([0, 0, 0])).toBe(1);
  });

  it('finds a difference where there is none in about 5 % of cases', () => {
    const chance = seededChance(11);
    const trials = 4_000;
    let found = 0;
    for (let trial = 0; trial < trials; trial += 1) {
      const differences = Array.from({ length: 20 }, () => chance() + chance() - 1);
      if (studentTest(differences) < 0.05) found += 1;
    }
    expect(found / trials).toBeGreaterThan(0.04);
    expect(found / trials).toBeLessThan(0.06);
  });

  it('needs a difference', () => {
    expect(() => studentTest([])).toThrow(RangeError);
  });
});
