import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { NotReadyError } from '../../../core/errors/errors';
import { laboratoryPython } from '../../python-folder';

/** How much of a problem somebody changed who hides where it comes from (laboratory/python/disguise_problems.py). */
export const strengths = ['renamed', 'paraphrased', 'rewritten'] as const;

export interface PlainProblem {
  readonly id: string;
  readonly text: string;
  /** Python. */
  readonly code: string;
}

export interface DisguisedProblem extends PlainProblem {
  readonly strength: (typeof strengths)[number];
}

/** Each problem in every strength, in the order of the problems. @throws NotReadyError without a Python 3.9 or later */
export function disguised(problems: readonly PlainProblem[]): readonly DisguisedProblem[] {
  const { status, stdout, stderr, error } = spawnSync(
    'python3',
    [join(laboratoryPython, 'disguise_problems.py')],
    {
      input: problems.map((problem) => `${JSON.stringify(problem)}\n`).join(''),
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    },
  );
  if (status !== 0) {
    throw new NotReadyError(
      `python3 cannot rewrite the problems: ${stderr.slice(-500) || (error?.message ?? '')}`,
      'Install Python 3.9 or later',
      { code: 'NO_PYTHON' },
    );
  }
  const lines = stdout.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as DisguisedProblem);
}
