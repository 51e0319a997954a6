/**
 * Examples in the docstrings of published problems that the published reference fails, by id: nobody is shown them, and no
 * program is judged by them. `dataset check` names those of any other data set.
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
