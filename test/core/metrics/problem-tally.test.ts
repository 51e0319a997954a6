import { tally, tallyProblems, verdictsByProblem } from '../../../core/metrics/problem-tally';

const verdict = (problem: string, solved: boolean, base = solved) => ({
  problem,
  path: { solved, base, byPrograms: [] },
});
const verdicts = [
  verdict('b', true),
  verdict('a', false, true),
  verdict('b', false),
  verdict('other', true),
];

test('problems keep their order; one without verdicts has 0 of 0, and another one is left out', () => {
  expect(tallyProblems(['a', 'none', 'b'], verdicts)).toEqual([
    { problem: 'a', solved: 0, of: 1 },
    { problem: 'none', solved: 0, of: 0 },
    { problem: 'b', solved: 1, of: 2 },
  ]);
});

test('what counts as solved may be told', () => {
  const own = verdictsByProblem(['a'], verdicts);
  expect(tally(own, ({ base }) => base)).toEqual([{ problem: 'a', solved: 1, of: 1 }]);
});
