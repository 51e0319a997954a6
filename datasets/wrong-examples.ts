import type { Problem } from '../core/schemas/problem';
import { visibleTestsOf } from './python/visible-tests-of';

/**
 * Examples in the docstrings of published problems that the published reference fails, by id: known beforehand, so that runs
 * and what reads a data set without a sandbox agree on them. Of every other one the reference decides when an attempt begins
 * (activities/grading/problem-levels.ts).
 */
const wrongExamples: Readonly<Record<string, readonly string[]>> = {
  'HumanEval/47': ['assert median([-10, 4, 6, 1000, 10, 20]) == 15.0'],
  'HumanEval/116': [
    'assert sort_array([1, 5, 2, 3, 4]) == [1, 2, 3, 4, 5]',
    'assert sort_array([-2, -3, -4, -5, -6]) == [-6, -5, -4, -3, -2]',
  ],
  // Lines of the recurrence, which speaks of numbers where the function gives lists.
  'HumanEval/130': ['assert tri(1) == 3', 'assert tri(4) == 3'],
};

/** Visible tests of a problem without those that its reference is known to fail. */
export function withoutWrongExamples(id: string, tests: readonly string[]): readonly string[] {
  return tests.filter((test) => wrongExamples[id]?.includes(test) !== true);
}

/** Of a problem that was read, those that were left out of its visible tests so. */
export function wrongExamplesIn(problem: Problem): readonly string[] {
  const listed = wrongExamples[problem.id];
  if (listed === undefined || problem.kind !== 'function') return [];
  return visibleTestsOf(problem.preamble, problem.entryPoint).filter((test) =>
    listed.includes(test),
  );
}
