import {
  problemCoverageOf,
  problemCoverageText,
  requireProblemCoverage,
} from '../../../core/evaluation/problem-coverage';
import { UsageError } from '../../../core/errors/errors';

const problems = Array.from({ length: 164 }, (_, number) => `HumanEval/${String(number)}`);
const one = problemCoverageOf(problems, [{ problem: 'HumanEval/3' }, { problem: 'HumanEval/3' }]);

function refusal(allowMissing: boolean, coverage = one): UsageError | null {
  try {
    requireProblemCoverage(coverage, { allowMissing });
    return null;
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
}

describe('how much of a data set samples are for', () => {
  it('counts problems, not samples', () => {
    expect(problemCoverageText(one)).toBe('coverage 1/164 problems');
    expect(one.missing).toHaveLength(163);
    expect(one.missing).not.toContain('HumanEval/3');
  });

  it('has to be all of it, and else names what is missing', () => {
    const error = refusal(false);
    expect(error).toMatchObject({ code: 'SAMPLES_MISSING', exitCode: 2 });
    expect(error?.message).toContain(
      '163 of 164 problems have no sample: HumanEval/0, HumanEval/1, HumanEval/2, HumanEval/4,',
    );
    expect(error?.message).toMatch(/HumanEval\/20 and 143 more$/);
    expect(error?.remedy).toContain('--allow-missing');
  });

  it('may be less where that is allowed, but not nothing', () => {
    expect(refusal(true)).toBeNull();
    expect(refusal(true, problemCoverageOf(problems, []))?.remedy).toContain('--dataset');
  });

  it('is enough when every problem has a sample', () => {
    const all = problemCoverageOf(
      problems,
      problems.map((problem) => ({ problem })),
    );
    expect(refusal(false, all)).toBeNull();
  });
});
