import { logChoose, logFactorials, logGamma } from '../../../core/statistics/log-gamma';
import { studentT, twoSidedT } from '../../../core/statistics/student-t';

describe('Student’s t', () => {
  it.each([
    [0, 5, 0.5],
    [1, 1, 0.75],
    [-1, 1, 0.25],
    [2.262157, 9, 0.975],
    [-2.262157, 9, 0.025],
    [1.644854, 1e7, 0.95],
    [0.001, 30, 0.500396],
  ])('lies below %d with %d degrees of freedom at %d', (t, degrees, share) => {
    expect(studentT(t, degrees)).toBeCloseTo(share, 6);
  });

  it.each([
    [1, 12.706205],
    [2, 4.302653],
    [9, 2.262157],
    [30, 2.042272],
    [1e7, 1.959964],
  ])('of an interval at 95 % with %d degrees of freedom is %d, also when asked again', (of, t) => {
    expect(twoSidedT(of)).toBeCloseTo(t, 5);
    expect(twoSidedT(of)).toBe(twoSidedT(of));
  });
});

describe('logarithms of factorials', () => {
  it('are those of Gamma', () => {
    expect(logGamma(1)).toBeCloseTo(0, 12);
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 12);
    expect(logGamma(5)).toBeCloseTo(Math.log(24), 12);
    expect(logGamma(171)).toBeCloseTo(706.573062, 6);
  });

  it('choose', () => {
    expect(logChoose(5, 2)).toBeCloseTo(Math.log(10), 12);
    expect(logChoose(10, 7)).toBeCloseTo(Math.log(120), 12);
    expect([logChoose(5, 0), logChoose(5, 5)]).toEqual([0, 0]);
  });

  it('are told for every number up to the last', () => {
    const told = [1, 1, 2, 6, 24].map((factorial) => Math.log(factorial));
    expect([...logFactorials(4)].map((value) => Math.exp(value))).toEqual(
      told.map((value): unknown => expect.closeTo(Math.exp(value), 10)),
    );
    expect([...logFactorials(0)]).toEqual([0]);
  });
});
