import type { FunctionProblem } from '../../../core/tasks/function';
import type { ScriptProblem } from '../../../core/tasks/script';

/** A function without a prompt of its own. */
export function functionNamed(entryPoint: string, visibleTests: string[]): FunctionProblem {
  return {
    kind: 'function',
    id: 'Sample/1',
    dataset: 'sample',
    statement: '',
    entryPoint,
    preamble: '',
    visibleTests,
    visibleSetup: '',
  };
}

/** A program that adds the numbers of a line. */
export function scriptNamed(id: string, changes: Partial<ScriptProblem> = {}): ScriptProblem {
  return {
    kind: 'script',
    id,
    dataset: 'sample',
    statement: 'Print the sum of the numbers.',
    rule: { kind: 'lines' },
    visibleTests: [
      { stdin: '1 2\n', stdout: '3\n' },
      { stdin: '4 5\n', stdout: '9\n' },
    ],
    ...changes,
  };
}
