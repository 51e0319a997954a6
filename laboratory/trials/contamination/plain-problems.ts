import type { Settings } from '../../../config/settings';
import { referenceOf } from '../../../core/tasks/try-reference';
import { loadByName } from '../../../lab/datasets/load-by-name';
import type { PlainProblem } from './disguise';

/** The problems of a set of functions as published, each with a whole program. Those without a reference are left out. */
export async function plainProblems(
  name: string,
  settings: Settings,
): Promise<readonly PlainProblem[]> {
  const { rows } = await loadByName(name, settings);
  return rows.flatMap(({ problem, hidden }) => {
    const reference = hidden === undefined ? null : referenceOf(hidden);
    if (problem.kind !== 'function' || reference === null) return [];
    const code = `${problem.preamble}\n${reference}`;
    return [{ id: problem.id, text: problem.statement, code }];
  });
}
