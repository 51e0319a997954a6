import { commonestReason } from '../../../../core/repository/gates/gate';
import type { DroppedCase } from '../../../../core/repository/gates/gate';

const leak: DroppedCase = { case: 'a', reason: { code: 'leak' } };
const clock: DroppedCase = { case: 'b', reason: { code: 'flaky', cause: 'clock' } };
const order: DroppedCase = { case: 'c', reason: { code: 'flaky', cause: 'order' } };

test.each([
  [[], { code: 'no_tests' }],
  [[clock, leak, leak], leak.reason],
  [[clock, leak, clock, leak], clock.reason],
  [[leak, order, clock, clock], clock.reason],
])('the commonest reason, the first of equals, each cause counted by itself', (dropped, reason) => {
  expect(commonestReason(dropped)).toEqual(reason);
});
