import { budgetCurve } from '../../../core/metrics/budget-curve';
import { solvedBy } from '../../../core/metrics/verdict-path';
import { resultOf } from './records';

/** Each at a problem of its own. */
const verdictsOf = (results: readonly ReturnType<typeof resultOf>[]) =>
  results.map((result, at) => ({
    problem: String(at),
    paths: [{ solved: result.solved, base: false, byPrograms: solvedBy(result) }],
  }));

describe('the curve by budget', () => {
  it('counts at each budget the attempts whose answer there passes the hidden tests', () => {
    const curve = budgetCurve(verdictsOf([resultOf([0, 1, 1], [1]), resultOf([0, 0, 2], [0])]), 3);
    expect(curve.map(({ solved }) => solved)).toEqual([1, 2, 1]);
    expect(curve.map(({ rate }) => rate)).toEqual([0.5, 1, 0.5]);
    expect(curve.map(({ budget }) => budget)).toEqual([1, 2, 3]);
    expect(curve[0]?.interval?.[0]).toBeCloseTo(0.0945, 3);
  });

  it('carries the last answer forward after a search has ended', () => {
    expect(
      budgetCurve(verdictsOf([resultOf([null, 1], [1])]), 5).map(({ solved }) => solved),
    ).toEqual([0, 1, 1, 1, 1]);
  });

  it('carries the last answer of a search forward while others go on', () => {
    const curve = budgetCurve(verdictsOf([resultOf([0], [0]), resultOf([null, 1, 2], [2])]), 3);
    expect(curve.map(({ solved }) => solved)).toEqual([1, 1, 2]);
  });

  it('counts an attempt without any program as unsolved, in the denominator', () => {
    const curve = budgetCurve(verdictsOf([resultOf([], []), resultOf([0], [0])]), 2);
    expect(curve.map(({ solved, attempts }) => [solved, attempts])).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  it('knows no rate without attempts', () => {
    expect(budgetCurve([], 1)).toEqual([
      { budget: 1, solved: 0, attempts: 0, rate: null, interval: null },
    ]);
  });

  it('takes a program whose grade is missing for unsolved', () => {
    expect(solvedBy(resultOf([0], [0], { graded: [] }))).toEqual([false]);
  });

  it('does not take an answer without a program for a graded one', () => {
    const result = resultOf([0], [0]);
    const nodes = result.outcome.nodes.map((node) => ({ ...node, program: null }));
    expect(solvedBy({ ...result, outcome: { ...result.outcome, nodes } })).toEqual([false]);
  });
});
