import { withNeeds } from '../../../../core/repository/slices/with-needs';

const fragments = [[], [0, 3], [1], [1], [9]].map((needs) => ({ needs }));

test.each([
  [[], []],
  [[0], [0]],
  [[2], [0, 1, 2, 3]],
  [
    [3, 0, 3],
    [0, 1, 3],
  ],
  [[4], [4, 9]],
])('%j with all that it needs, directly or not, is %j', (places, all) => {
  expect(withNeeds(fragments, places)).toEqual(all);
});
