import type { BuiltLine } from '../../core/simulation/built-line';
import type { DatasetProblem } from '../../core/tasks/problem';
import { wrongPatches } from '../../core/patches/wrong-patches';

/**
 * Lines of a bank for a simulated model: of each patch problem the patch that solves it, and wrong ones made of it. Labels say
 * how a patch was made: nobody has graded it. A problem whose row has no such patch has no line.
 */
export function taskBankLines(rows: readonly DatasetProblem[]): readonly BuiltLine[] {
  return rows.flatMap(({ hidden, problem }) => {
    if (hidden.kind !== 'patch' || hidden.reference === undefined) return [];
    const right = hidden.reference;
    const wrong = wrongPatches(right);
    return [
      lineOf(problem.id, { program: right, method: 'reference', isRight: true }),
      ...wrong.map(({ patch, made }) =>
        lineOf(problem.id, { program: patch, method: made, isRight: false }),
      ),
    ];
  });
}

function lineOf(
  problem: string,
  made: { readonly program: string; readonly method: string; readonly isRight: boolean },
): BuiltLine {
  return {
    ...{ task_id: problem, model: 'reference', method: made.method },
    ...{ source: 'task rows', chain: null, step: 0, parent: null },
    ...{ program: made.program, recorded_pass: made.isRight },
  };
}
