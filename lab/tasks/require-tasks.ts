import { UsageError } from '../../core/errors/errors';
import type { LoadedDataset } from '../../datasets';

/** @throws UsageError (`NO_TASKS`) for a data set of another kind of task */
export function requireTasks(file: string, { rows, form }: LoadedDataset): void {
  if (rows.some(({ problem }) => problem.kind === 'patch')) return;
  throw new UsageError(
    `${file} has no repository tasks: its rows are in the form of ${form}`,
    'Give a file with rows of SWE-bench, or of a data set in its form',
    { code: 'NO_TASKS' },
  );
}
