import { callSum, totalSum } from '../../../core/metrics/call-sum';
import { folded } from '../../../core/metrics/fold';
import { callOf } from './records';

test('calls are summed, unknown tokens as none', () => {
  const calls = [
    callOf({ promptTokens: 1, completionTokens: 2, costUsd: 0.1 }),
    callOf({ promptTokens: null, completionTokens: 4, costUsd: 0.2 }),
    callOf({ promptTokens: 8, completionTokens: null, costUsd: 0 }),
  ];
  expect(callSum(calls)).toEqual({ calls: 3, tokens: 15, costUsd: 0.3 });
  expect(callSum([])).toEqual({ calls: 0, tokens: 0, costUsd: 0 });
});

test('an unknown price makes the sum unknown, but not that of a call that has no answer yet', () => {
  const priced = callOf({ costUsd: 0.1 });
  expect(callSum([priced, callOf({ costUsd: null })]).costUsd).toBeNull();
  expect(callSum([priced, callOf({ costUsd: null, state: 'sent' })]).costUsd).toBe(0.1);
});

test('sums together are one, unknown if one of them is', () => {
  const part = { calls: 2, tokens: 3, costUsd: 0.1 };
  expect(folded(totalSum(), [part, { calls: 1, tokens: 1, costUsd: 0.2 }])).toEqual({
    calls: 3,
    tokens: 4,
    costUsd: 0.3,
  });
  const unknown = folded(totalSum(), [{ ...part, costUsd: null }, part]);
  expect(unknown).toEqual({ calls: 4, tokens: 6, costUsd: null });
});
