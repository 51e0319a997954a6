import { callsByAttempt, placeKey } from '../../../core/metrics/calls-by-attempt';

test('calls are grouped by problem and sample, in their order', () => {
  const call = (problem: string, sample: number, id: number) => ({ problem, sample, id });
  const calls = [call('a', 0, 1), call('a', 1, 2), call('b', 0, 3), call('a', 0, 4)];
  const groups = callsByAttempt(calls);
  expect(groups.get(placeKey({ problem: 'a', sample: 0 }))?.map(({ id }) => id)).toEqual([1, 4]);
  expect(groups.get(placeKey({ problem: 'a', sample: 1 }))?.map(({ id }) => id)).toEqual([2]);
  expect(groups.get(placeKey({ problem: 'b', sample: 0 }))?.map(({ id }) => id)).toEqual([3]);
  expect(placeKey({ problem: '1 a', sample: 0 })).not.toBe(placeKey({ problem: 'a', sample: 1 }));
});
