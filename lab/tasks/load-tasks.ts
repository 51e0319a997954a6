import type { Settings } from '../../config/settings';
import { UsageError } from '../../core/errors/errors';
import type { PatchHidden, PatchProblem } from '../../core/tasks/patch/patch';
import type { LoadedDataset } from '../../datasets';
import { loadByName } from '../datasets/load-by-name';
import { shownIds } from '../planning/shown-ids';
import { requireTasks } from './require-tasks';

/** A repository task of a file. */
export interface LoadedTask {
  readonly problem: PatchProblem;
  readonly hidden: PatchHidden;
}

export interface LoadedTasks {
  readonly dataset: LoadedDataset;
  readonly tasks: readonly LoadedTask[];
}

/**
 * The tasks of a file, all or some.
 * @param ids undefined: all @throws UsageError for a file without tasks (`NO_TASKS`), and for ids that it does not have
 */
export async function loadTasks(
  settings: Settings,
  {
    file,
    taskSpecs,
    ids,
  }: {
    readonly file: string;
    readonly taskSpecs?: string | undefined;
    readonly ids?: readonly string[] | undefined;
  },
): Promise<LoadedTasks> {
  const dataset = await loadByName(file, settings, undefined, taskSpecs);
  requireTasks(file, dataset);
  const all = dataset.rows.flatMap(({ problem, hidden }) =>
    problem.kind === 'patch' && hidden.kind === 'patch' ? [{ problem, hidden }] : [],
  );
  if (ids === undefined) return { dataset, tasks: all };
  const known = new Set(all.map(({ problem }) => problem.id));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    throw new UsageError(
      `${file} has no ${shownIds(unknown)}`,
      `Its ids look like ${shownIds([...known].slice(0, 3))}; \`espalier task list ${file}\` shows all`,
      { code: 'NO_TASKS' },
    );
  }
  const wanted = new Set(ids);
  return { dataset, tasks: all.filter(({ problem }) => wanted.has(problem.id)) };
}
