import type { PatchRun } from '../../core/adapters/sandbox';
import type { PatchCheck } from '../../core/grading/check';
import { NoRepositoryCellsError } from '../../core/tasks/run-check';
import { checkKey, fingerprintFor, scopedKey } from '../grading/check-key';
import type { ActivityDependencies } from '../dependencies';

export interface RunToMeasure {
  readonly check: PatchCheck;
  /** Which of several runs of the same check, from 0. */
  readonly time: number;
  /** Name of measurements that are made anew. Absent: what any run measured counts. */
  readonly fresh: string | undefined;
  readonly signal: AbortSignal;
}

/** One of several runs of a patch, read back if it ended before. @throws NoRepositoryCellsError, errors of the sandbox */
export async function measuredRun(
  { store, sandbox }: Pick<ActivityDependencies, 'store' | 'sandbox'>,
  { check, time, fresh, signal }: RunToMeasure,
): Promise<PatchRun> {
  const opened = await sandbox();
  const which = fresh === undefined ? String(time) : `${String(time)} of ${fresh}`;
  const key = scopedKey(`run ${which}`, checkKey(check, fingerprintFor(check, opened)));
  const known = await store.environments.findStep(key);
  if (known !== null && known !== undefined) {
    return JSON.parse(await store.blobs.get((known as { readonly run: string }).run)) as PatchRun;
  }
  if (opened.patch === undefined) throw new NoRepositoryCellsError(check.task.source.repository);
  const run = await opened.patch(check.task, { signal });
  await store.environments.saveStep(key, { run: await store.blobs.put(JSON.stringify(run)) });
  return run;
}
