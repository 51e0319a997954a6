import { candidatePolicy } from '../../../../core/python-values/comparison-policy';
import { hiddenLimit } from '../../../../core/grading/hidden-limit';
import type { HarnessRun } from '../../../../core/adapters/sandbox';
import type { HarnessCheck } from '../../../../core/grading/check';
import { HarnessProblem, harnessTask } from '../../../../core/tasks/harness/harness';
import { judgeHarness } from '../../../../core/tasks/harness/judge-harness';
import { valueOf } from '../../repository/sample-records';

const leftOut = "Left out of the program: Box (the repository's own stays).";
const part = { source: 'def case_0(): fut()', cases: ['case_0'], blobs: {} };
const expected = [valueOf('case_0', 1)];

function judged(run: Partial<HarnessRun>) {
  const check: HarnessCheck = {
    kind: 'harness',
    task: {
      ...{ environment: 'a'.repeat(64), program: 'def f(): ...', parts: [part] },
      target: { id: 'tools.py::f#1', module: 'tools', qualname: 'f' },
      ...{ limits: hiddenLimit(), seed: 0 },
    },
    expected: [expected],
    ...{ texts: [part.source], policy: candidatePolicy, outcomes: 'per-part' },
  };
  const ran = { end: { kind: 'ran' }, cpuMs: 1, timeSensitive: false } as const;
  return judgeHarness(check, { ...ran, parts: [], leftOut, ...run } as HarnessRun);
}

const harnessProblem = (visibleTests: readonly unknown[]): HarnessProblem =>
  HarnessProblem.parse({
    ...{ kind: 'harness', id: 'f', dataset: 'env', statement: 'def f(): ...', context: '' },
    ...{ className: null, name: 'f', module: 'tools', qualname: 'f' },
    ...{ environment: 'a'.repeat(64), policy: candidatePolicy },
    visibleTests,
  });

describe('what was left out of a program', () => {
  it('is told to whoever wrote it when it fails, beside what it gave', () => {
    const other = [valueOf('case_0', 2)];
    const outcomes = judged({ parts: [other] });
    expect(outcomes).toMatchObject([{ kind: 'failed', error: leftOut }]);
    const problem = harnessProblem([{ source: part.source, part: { ...part, expected } }]);
    const told = harnessTask.feedback(problem, outcomes);
    expect(told).toContain('The program gave: 2');
    expect(told).toContain(leftOut);
  });

  it('is told with the error of one that could not be loaded, when no cases are shown', () => {
    const outcomes = judged({ end: { kind: 'raised', error: 'NameError: Box' } });
    const told = harnessTask.feedback(harnessProblem([]), outcomes);
    expect(told).toContain('No cases are shown');
    expect(told).toContain('NameError: Box');
    expect(told).toContain(leftOut);
  });

  it('is told behind the error of one that could not be loaded', () => {
    const [outcome] = judged({ end: { kind: 'raised', error: 'NameError: Box' } });
    expect(outcome?.error).toBe(`NameError: Box\n${leftOut}`);
  });

  it('is not spoken of when it passes', () => {
    expect(judged({ parts: [expected] })).toEqual([
      { kind: 'passed', assurance: 'data', cpuMs: 1, timeSensitive: false },
    ]);
  });
});
