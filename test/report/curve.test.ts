import { curveLines, shownPoints } from '../../report/curve';

const curveOf = (length: number) =>
  Array.from({ length }, (_, index) => ({
    budget: index + 1,
    solved: Math.min(index, 4),
    attempts: 4,
    rate: Math.min(index, 4) / 4,
    interval: [0, 1] as const,
  }));

describe('the curve by budget', () => {
  it('has a line for each of ten budgets, then for every fifth and the last', () => {
    expect(shownPoints(curveOf(23)).map(({ budget }) => budget)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 23,
    ]);
  });

  it('draws a rate of one as a full bar', () => {
    const lines = curveLines(curveOf(5));
    expect(lines[1]).toBe('       1  0.000   [0.000, 1.000]  ..............................');
    expect(lines[5]).toBe('       5  1.000   [0.000, 1.000]  ##############################');
    expect(lines).toHaveLength(6);
  });

  it('marks the budgets that include a draw that repeats, and only those', () => {
    const lines = curveLines(curveOf(4), { from: 2, count: 1 });
    expect(lines.slice(1, 5).map((line) => line.includes('*'))).toEqual([false, false, true, true]);
    expect(lines[5]).toMatch(/^\* with draws that repeat/);
  });

  it('is not drawn without attempts', () => {
    const empty = curveOf(2).map((point) => ({
      ...point,
      attempts: 0,
      rate: null,
      interval: null,
    }));
    expect(curveLines(empty)).toEqual([]);
  });
});
