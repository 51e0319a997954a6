import { drawBelow, seededChance } from '../../../core/statistics/seeded-chance';

const drawn = (seed: number, count: number): readonly number[] => {
  const chance = seededChance(seed);
  return Array.from({ length: count }, () => chance());
};

test('stored results depend on these numbers, so that none may change', () => {
  const words = drawn(1, 3).map((one) => one * 2 ** 32);
  expect(words).toEqual([2_442_144_158, 3_238_099_751, 3_819_917_871]);
});

test('equal seeds give equal numbers, other seeds others; 32 bits of a seed count', () => {
  expect(drawn(7, 5)).toEqual(drawn(7, 5));
  expect(drawn(8, 5)).not.toEqual(drawn(7, 5));
  expect(drawn(2 ** 32 + 7, 5)).toEqual(drawn(7, 5));
});

test('numbers are spread evenly from 0 to 1, which they never are', () => {
  const numbers = drawn(1, 10_000);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const share = numbers.filter((one) => Math.floor(one * 10) === tenth).length / numbers.length;
    expect(Math.abs(share - 0.1)).toBeLessThan(0.015);
  }
});

test('a draw is a whole number below the count', () => {
  expect(drawBelow(() => 0, 3)).toBe(0);
  expect(drawBelow(() => 0.34, 3)).toBe(1);
  expect(drawBelow(() => 0.999_999, 3)).toBe(2);
});
