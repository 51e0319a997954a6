import type { Effort } from '../../../core/ports/attempt-figures';
import { folded } from '../../../core/metrics/fold';
import { effortCurves, effortPath } from '../../../core/metrics/effort-curve';
import type { AttemptRecord, CallRecord } from '../../../core/ports/records';
import { attemptOf, callOf, nodeOf, resultOf } from './records';

// Both answer with their first program and then with their second; p0 is right at once, p1 with the second.
const attempts = [
  attemptOf('p0', 0, resultOf([0, 0], [0])),
  attemptOf('p1', 1, resultOf([0, 1], [1])),
];
const calls = ['p0', 'p1'].flatMap((problem) => [
  callOf({ problem, node: 'root', promptTokens: 1, completionTokens: 0, costUsd: 0, latencyMs: 0 }),
  callOf({
    problem,
    node: 'n0',
    promptTokens: 3,
    completionTokens: 1,
    costUsd: 0.5,
    latencyMs: 2000,
  }),
  callOf({
    problem,
    node: 'n1',
    promptTokens: 4,
    completionTokens: 1,
    costUsd: 0.5,
    latencyMs: 2000,
  }),
]);

const effortCurve = (effort: Effort, page: readonly AttemptRecord[], used: readonly CallRecord[]) =>
  folded(
    effortCurves(),
    page.flatMap((attempt) => {
      const own = used.filter(({ problem }) => problem === attempt.problem);
      return effortPath(attempt, own) ?? [];
    }),
  )[effort];

describe('pass@1 by what attempts took', () => {
  it('rises where an answer has become affordable, in even steps up to the dearest attempt', () => {
    const curve = effortCurve('tokens', attempts, calls);
    expect(curve?.map(({ upTo, rate }) => [upTo, rate])).toEqual([
      ...[1, 2, 3, 4].map((upTo) => [upTo, 0]),
      ...[5, 6, 7, 8, 9].map((upTo) => [upTo, 0.5]),
      [10, 1],
    ]);
    expect(curve?.every((point) => point.attempts === 2)).toBe(true);
  });

  it('is by price and by time alike', () => {
    expect(effortCurve('dollars', attempts, calls)?.at(-1)).toMatchObject({ upTo: 1, solved: 2 });
    expect(effortCurve('seconds', attempts, calls)?.at(4)).toMatchObject({ upTo: 2, solved: 1 });
  });

  it('is not told where something is unknown, nothing was taken, or nothing has a verdict', () => {
    const unknown = [...calls, callOf({ problem: 'p1', node: 'n1', costUsd: null })];
    expect(effortCurve('dollars', attempts, unknown)).toBeNull();
    expect(effortCurve('tokens', attempts, unknown)).not.toBeNull();
    expect(effortCurve('tokens', attempts, [])).toBeNull();
    expect(effortCurve('tokens', [attemptOf('p0', 0, null)], calls)).toBeNull();
  });

  it('takes calls behind the last program for calls of that program', () => {
    const result = resultOf([0, 1], [1]);
    const nodes = [...result.outcome.nodes, nodeOf(2)];
    const attempt = attemptOf('p0', 0, { ...result, outcome: { ...result.outcome, nodes } });
    const used = [0, 1, 2].map((ordinal) =>
      callOf({ node: `n${String(ordinal)}`, promptTokens: 4, completionTokens: 1 }),
    );
    const curve = effortCurve('tokens', [attempt], used);
    expect(curve?.map(({ solved }) => solved)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(curve?.at(-1)?.upTo).toBe(15);
  });

  it('leaves out what is still on its way', () => {
    const sent = callOf({ node: 'n0', state: 'sent', promptTokens: null, completionTokens: null });
    expect(effortCurve('tokens', attempts, [...calls, sent])).toEqual(
      effortCurve('tokens', attempts, calls),
    );
  });
});
