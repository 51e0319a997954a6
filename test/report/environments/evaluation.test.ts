import type { WholeRun } from '../../../report/load-run';
import { evaluationLines, evaluationOf } from '../../../report/environments/evaluation';
import { configOf } from '../small-run';

function sampled(solved: Readonly<Record<string, readonly boolean[]>>): WholeRun {
  const config = configOf({ problems: Object.keys(solved), samples: 5 });
  const attempts = Object.entries(solved).flatMap(([problem, samples]) =>
    samples.map((right, sample) => ({
      ...{ problem, sample },
      result: { status: 'completed', solved: right, outcome: { kind: 'search' }, graded: [] },
    })),
  );
  return { record: { config }, attempts } as unknown as WholeRun;
}

it('an evaluation is the mean over instances of what their samples come to', () => {
  const [yes, no] = [true, false];
  const run = sampled({ a: [yes, yes, yes, yes, yes], b: [no, no, yes, no, no] });
  const evaluation = evaluationOf(run);
  expect(evaluation.selfRepair).toBeNull();
  expect(evaluation.passAtK).toMatchObject([
    { k: 1, mean: 0.6, of: 2 },
    { k: 5, mean: 1, of: 2 },
  ]);
  expect(evaluationLines(evaluation)[0]).toMatch(/^pass@1 0\.600, .* mean over 2 instances$/u);
});
