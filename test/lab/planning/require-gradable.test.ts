import { requireGradable } from '../../../lab/planning/require-gradable';
import type { DatasetProblem } from '../../../core/tasks/problem';
import { scriptedProblem } from '../../workflows/support/scripted-problems';

const rows: readonly DatasetProblem[] = ['P/0', 'P/1', 'P/2'].map(scriptedProblem);

describe('a grading profile', () => {
  it('is refused with the selected problems that it does not grade', () => {
    expect(() => {
      requireGradable('lcb', ['P/0', 'P/2'], rows);
    }).toThrow(
      expect.objectContaining({
        ...{ code: 'PROFILE_UNFIT', exitCode: 2 },
        message: expect.stringMatching(/^--grading: .*: P\/0, P\/2$/) as string,
        remedy: expect.stringMatching(/./) as string,
      }) as Error,
    );
  });

  it('is taken where it grades all that were selected', () => {
    expect(() => {
      requireGradable('lcb', [], rows);
      requireGradable('strict', ['P/0', 'P/1', 'P/2'], rows);
      requireGradable('human-eval', ['P/0'], rows);
    }).not.toThrow();
  });
});
