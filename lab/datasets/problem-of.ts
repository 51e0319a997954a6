import { UsageError } from '../../core/errors/errors';
import type { DatasetProblem } from '../../core/tasks/problem';
import type { LoadedDataset } from '../../datasets';

/** @throws UsageError (`UNKNOWN_PROBLEM`) for an id that is not in the data set */
export function problemOf(
  { name, rows }: Pick<LoadedDataset, 'name' | 'rows'>,
  id: string,
): DatasetProblem {
  const found = rows.find(({ problem }) => problem.id === id);
  if (found !== undefined) return found;
  throw new UsageError(
    `${name} has no problem ${JSON.stringify(id)}`,
    `Its ids look like ${rows[0]?.problem.id ?? '(none)'}; an id with blanks goes in quotes`,
    { code: 'UNKNOWN_PROBLEM' },
  );
}
