import { inRange, rangeText } from '../../../lab/planning/number-range';

describe('the range of a number', () => {
  it('holds both of its ends, and nothing beyond them', () => {
    const range = { least: 2, most: 5 };
    expect([1.9, 2, 3.5, 5, 5.1].map((number) => inRange(number, range))).toEqual([
      ...[false, true, true, true, false],
    ]);
  });

  it('ends at the largest safe number when it names no end', () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect([most, most + 1].map((number) => inRange(number, { least: 0 }))).toEqual([true, false]);
  });

  it('refuses fractions if it is of whole numbers, and always refuses text', () => {
    expect([2.5, 3].map((number) => inRange(number, { least: 0, whole: true }))).toEqual([
      ...[false, true],
    ]);
    for (const number of [Number.NaN, Infinity, -Infinity]) {
      expect(inRange(number, { least: 0 })).toBe(false);
    }
  });

  it('is told with its kind and both ends', () => {
    expect(rangeText({ least: 1, most: 9, whole: true })).toBe('a whole number from 1 to 9');
    expect(rangeText({ least: 0.5, most: 2 })).toBe('a number from 0.5 to 2');
    expect(rangeText({ least: 0 })).toBe('a number from 0 to 9007199254740991 (2^53 - 1)');
  });
});
