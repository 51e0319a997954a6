import type { Store } from '../../core/ports/records';
import type { LoadedDataset } from '../../datasets';
import { checkedTasks, isTaskCheck } from '../../report/patches/check-of-run';
import type { CheckedTask } from '../../report/patches/check-of-run';

/** What checks here found of the tasks of a data set, by id; of several checks the newest counts. */
export async function knownChecks(
  { runs, ...store }: Store,
  { judgedSha256 }: Pick<LoadedDataset, 'judgedSha256'>,
): Promise<ReadonlyMap<string, CheckedTask>> {
  const all = await runs.runs();
  const checks = all
    .filter((run) => isTaskCheck(run) && run.config.dataset.judgedSha256 === judgedSha256)
    .toSorted((left, right) => left.createdAtMs - right.createdAtMs);
  const found = new Map<string, CheckedTask>();
  for (const run of checks) {
    for (const task of await checkedTasks({ ...store, runs }, run)) found.set(task.id, task);
  }
  return found;
}
