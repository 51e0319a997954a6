import type { DatasetProblem } from '../problem';

/** Whether the problems of a data set are repository tasks. */
export function isOfPatches(rows: readonly DatasetProblem[]): boolean {
  return rows.some(({ problem }) => problem.kind === 'patch');
}

/**
 * Ids of problems in the order in which a run works on them. Tasks with the most tests come first: their runs are the longest,
 * and a long one at the end would leave the machine idle. Other problems keep their order.
 * @param ids of problems of the data set
 */
export function longestFirst(
  ids: readonly string[],
  rows: readonly DatasetProblem[],
): readonly string[] {
  const tests = new Map(rows.map(({ problem, hidden }) => [problem.id, testsOf(hidden)]));
  return ids.toSorted((left, right) => (tests.get(right) ?? 0) - (tests.get(left) ?? 0));
}

function testsOf(hidden: DatasetProblem['hidden']): number {
  return hidden.kind === 'patch' ? hidden.failToPass.length + hidden.passToPass.length : 0;
}
