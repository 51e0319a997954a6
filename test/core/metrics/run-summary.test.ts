import { verdictFigures } from '../../../core/metrics/run-summary';
import { attemptOf, callOf, configOf, nodeOf, outcomeOfTest, resultOf, summaryOf } from './records';

const ids = ['p0', 'p1', 'p2', 'p3'];
const config = configOf(ids, 2);
const solved = resultOf([0, 1], [1]);
const failed = resultOf([0, 0], []);
const unscored = resultOf([], [], { status: 'unscored', solved: false, verdict: null });
const cancelled = resultOf([0], [], { status: 'cancelled', solved: false, verdict: null });

describe('the summary of a run', () => {
  it('rates completed attempts, and bounds the rate by those without a verdict', () => {
    const attempts = [
      attemptOf('p0', 0, solved),
      attemptOf('p1', 1, failed),
      attemptOf('p2', 2, unscored),
    ];
    expect(summaryOf(config, attempts, [callOf()])).toMatchObject({
      total: 4,
      completed: 2,
      solved: 1,
      unscored: 1,
      cancelled: 0,
      passAt1: 0.5,
      bounds: [0.25, 0.75],
      calls: 1,
      steered: false,
      debuggerShares: null,
      repeatedDraws: null,
      verificationWithoutTruth: 0,
    });
  });

  it('draws the curve over completed attempts up to the budget of the run', () => {
    const attempts = [attemptOf('p0', 0, solved), attemptOf('p1', 1, unscored)];
    const { curve } = summaryOf(config, attempts);
    expect(curve.map(({ solved: right, attempts: of }) => [right, of])).toEqual([
      [0, 1],
      [1, 1],
    ]);
  });

  it('bounds the rate by those whose answer could not be checked, too', () => {
    const counts = { total: 8, completed: 6, solved: 2, unchecked: 1 };
    expect(verdictFigures(true, counts)).toMatchObject({ passAt1: 2 / 6, bounds: [2 / 8, 5 / 8] });
  });

  it('knows no rate before anything is completed, and bounds it by everything', () => {
    const summary = summaryOf(config, [attemptOf('p0', 0, null)]);
    expect(summary).toMatchObject({ passAt1: null, interval: null, bounds: [0, 1], completed: 0 });
  });

  it('rates the base suite beside, where problems have two', () => {
    const base = (passed: boolean) => ({ name: 'base' as const, outcome: outcomeOfTest(passed) });
    const on = (result: typeof failed, passed: boolean) => ({
      ...result,
      graded: result.graded.map((grade) => ({ ...grade, suites: [base(passed)] })),
    });
    const attempts = [
      attemptOf('p0', 0, on(solved, true)),
      attemptOf('p1', 1, on(failed, true)),
      attemptOf('p2', 2, on(failed, false)),
    ];
    const summary = summaryOf(config, attempts);
    expect(summary).toMatchObject({ solved: 1, base: { solved: 2, rate: 2 / 3 } });
    const single = [attemptOf('p0', 0, solved)];
    expect(summaryOf(config, single).base).toBeNull();
  });

  it('is not comparable when a person steered or cancelled an attempt', () => {
    const steered = { ...solved, outcome: { ...solved.outcome, steered: true } };
    const of = (result: typeof solved) => summaryOf(config, [attemptOf('p0', 0, result)]);
    expect(of(steered).steered).toBe(true);
    expect(of(cancelled)).toMatchObject({ steered: true, cancelled: 1 });
    expect(of(solved).steered).toBe(false);
  });

  it('adds fallback values up by role', () => {
    const with1 = { ...solved, outcome: { ...solved.outcome, neutralValues: { b: 1, a: 2 } } };
    const attempts = [attemptOf('p0', 0, with1), attemptOf('p1', 1, with1)];
    const { neutralValues } = summaryOf(config, attempts);
    expect(JSON.stringify(neutralValues)).toBe('{"a":4,"b":2}');
  });

  it('names, in data-set order, problems with a time-sensitive visible or hidden run', () => {
    const visible = {
      kind: 'passed',
      passed: 1,
      total: 1,
      feedback: { sha256: '0'.repeat(64), excerpt: '' },
      timeSensitive: true,
    } as const;
    const inSearch = { ...solved, outcome: { ...solved.outcome, nodes: [nodeOf(0, { visible })] } };
    const inGrading = resultOf([0], [0], {
      graded: [{ program: 'x', outcome: outcomeOfTest(true, { timeSensitive: true }) }],
    });
    const attempts = [
      attemptOf('p3', 3, inSearch),
      attemptOf('p1', 1, inGrading),
      attemptOf('p0', 0, solved),
    ];
    expect(summaryOf(config, attempts).timeSensitive).toEqual(['p1', 'p3']);
  });

  it('counts every sample of every problem', () => {
    const twice = { ...config, samples: 2 };
    expect(summaryOf(twice, []).total).toBe(8);
  });
});
