import { mcnemarTest } from '../../../core/statistics/mcnemar-test';

test.each([
  [0, 0, 1],
  [0, 1, 1],
  [1, 1, 1],
  [0, 5, 0.0625],
  [0, 6, 0.031_25],
  [1, 6, 0.125],
  [6, 1, 0.125],
  [2, 8, 0.109_375],
])('of %d and %d problems that flip, p is %d', (first, second, p) => {
  expect(mcnemarTest(first, second)).toBeCloseTo(p, 10);
});
