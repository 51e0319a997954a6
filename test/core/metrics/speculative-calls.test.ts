import { digestAttempt } from '../../../core/metrics/attempt-digest';
import { callFigures, digestCalls } from '../../../core/metrics/call-figures';
import { effortCurves } from '../../../core/metrics/effort-curve';
import { folded } from '../../../core/metrics/fold';
import { speculativeApart } from '../../../core/metrics/speculative-calls';
import { summariseRun } from '../../../core/metrics/run-summary';
import { sha } from '../search/search-player';
import { attemptOf, callOf, configOf, nodeOf, resultOf, sumsOf } from './records';

const refOf = (name: string) => ({ role: 'solver', identity: sha(name), repair: false }) as const;
const call = (node: string, name: string) => callOf({ node, identity: sha(name) });

/** Answers with its second program; a third was made ahead, and a fourth given up in the making. */
const { outcome, ...rest } = resultOf([0, 1], [1]);
const [first = nodeOf(0), second = nodeOf(1)] = outcome.nodes;
const result = {
  ...rest,
  outcome: {
    ...outcome,
    nodes: [
      { ...first, calls: [refOf('first')] },
      { ...second, calls: [refOf('second')] },
    ],
    speculative: [nodeOf(2, { calls: [refOf('third')] }), nodeOf(1, { calls: [refOf('other')] })],
  },
};
const attempts = [attemptOf('p0', 0, result)];
const needed = [call('root', 'strategies'), call('n0', 'first'), call('n1', 'second')];
const inVain = [call('n2', 'third'), call('n3', 'fourth'), call('n1', 'other')];

describe('calls for programs that were made ahead of a turn that never came', () => {
  it('are told by their node, or, where another node has its name now, by what was asked', () => {
    const apart = speculativeApart(attempts, [...inVain, ...needed]);
    expect(apart).toEqual({ counted: needed, speculative: inVain });
  });

  it('are none when a program that was given up is made after all, with the same question', () => {
    const speculative = [nodeOf(1, { calls: [refOf('second')] })];
    const again = attemptOf('p0', 0, { ...result, outcome: { ...result.outcome, speculative } });
    expect(speculativeApart([again], needed)).toEqual({ counted: needed, speculative: [] });
  });

  it('are none of a search that made nothing ahead, whatever its earlier tries asked', () => {
    const alone = [attemptOf('p0', 0, resultOf([0, 1], [1])), attemptOf('p1', 1, null)];
    const calls = [...needed, ...inVain];
    expect(speculativeApart(alone, calls)).toEqual({ counted: calls, speculative: [] });
  });

  it('are in no curve, but in what the run has cost', () => {
    const calls = [...needed, ...inVain];
    const curves = (of: typeof calls) =>
      folded(
        effortCurves(),
        attempts.flatMap((attempt) => digestAttempt(attempt, of, null).effort ?? []),
      );
    expect(curves(calls)).toEqual(curves(needed));
    const config = configOf(['p0'], 2);
    const figures = callFigures(config.model, digestCalls(speculativeApart(attempts, calls)));
    expect(figures.speculative).toEqual({ calls: 3, tokens: 45, costUsd: 0.75 });
    const summary = summariseRun({ config, attempts: sumsOf(attempts), calls: figures });
    expect(summary).toMatchObject({ programs: 2, calls: 6, costUsd: 1.5 });
    expect(summary.curve.map(({ budget }) => budget)).toEqual([1, 2]);
  });
});
