import { samplesByProblem } from '../../../report/evaluation/samples-by-problem';
import { graded, outcome } from './graded';

test('problems are in the order of their first sample, with and without verdict apart', () => {
  const samples = [
    graded('b', [outcome()], { text: 'first' }),
    graded('a', 'no sandbox', { sample: 4 }),
    graded('b', [outcome({ kind: 'failed' })], { sample: 1, text: 'second' }),
  ];
  const problems = samplesByProblem(samples);
  expect([...problems.keys()]).toEqual(['b', 'a']);
  expect(problems.get('b')).toEqual({
    scored: [
      { sample: samples[0]?.sample, program: '# run\nfirst', outcomes: [outcome()] },
      {
        sample: samples[2]?.sample,
        program: '# run\nsecond',
        outcomes: [outcome({ kind: 'failed' })],
      },
    ],
    unscored: [],
  });
  expect(problems.get('a')).toEqual({
    scored: [],
    unscored: [{ task_id: 'a', sample: 4, cause: 'no sandbox' }],
  });
});
