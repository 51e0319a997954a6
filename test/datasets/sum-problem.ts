import type { DatasetProblem } from '../../core/tasks/problem';
import type { ScriptProblem } from '../../core/tasks/script';

const shown = { stdin: '1 2\n', stdout: '3\n' };

/** What the sample of each form is read as: the sum of two numbers, one test shown and both hidden. */
export function sumProblem(
  own: Pick<ScriptProblem, 'id' | 'rule'> & Partial<ScriptProblem>,
  { reference }: { readonly reference?: string } = {},
): DatasetProblem {
  return {
    problem: {
      ...{ kind: 'script', dataset: 'rows', statement: 'Print the sum.', visibleTests: [shown] },
      ...own,
    },
    hidden: {
      kind: 'script',
      tests: [shown, { stdin: '5 5\n', stdout: '10\n' }],
      ...(reference === undefined ? {} : { reference }),
    },
  };
}
