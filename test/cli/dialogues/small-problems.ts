import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A problem in the form of HumanEval+: a function of one number that is asked for twice of it. */
export interface SmallProblem {
  /** Of the function; the problem's id is `Small/` and it. */
  readonly name: string;
  readonly example?: number;
  readonly base?: readonly number[];
  readonly plus?: readonly number[];
  /** The body of the function that is right. */
  readonly reference?: string;
}

export const rightBody = '    return number * 2\n';

/** Writes a data set of such problems. */
export function writeProblems(folder: string, problems: readonly SmallProblem[]): string {
  const file = join(folder, 'small.jsonl');
  writeFileSync(file, problems.map((problem) => `${JSON.stringify(rowOf(problem))}\n`).join(''));
  return file;
}

function rowOf({ name, example = 3, base = [4], plus = [5], reference }: SmallProblem): object {
  const inputs = (numbers: readonly number[]) => numbers.map((one) => [one]);
  return {
    task_id: `Small/${name}`,
    prompt: `${headOf(name)}    """Twice the number.\n    >>> ${name}(${String(example)})\n    ${String(example * 2)}\n    """\n`,
    entry_point: name,
    canonical_solution: reference ?? rightBody,
    base_input: inputs(base),
    plus_input: inputs(plus),
    atol: 0,
  };
}

export const headOf = (name: string): string => `def ${name}(number):\n`;
