import type { PatchRun, PatchTask } from '../../core/adapters/sandbox';
import { NoRepositoryCellsError } from '../../core/tasks/run-check';
import type { ActivityDependencies } from '../dependencies';

export interface PatchRunToStore {
  readonly task: PatchTask;
  /** Of all that the run depends on. */
  readonly key: string;
  readonly signal: AbortSignal;
}

/**
 * A run of a patch, read back if it ended before. One that a limit of time or of the box ended is not kept: the machine may have been
 * busy.
 * @throws NoRepositoryCellsError, errors of the sandbox
 */
export async function storedPatchRun(
  { store, sandbox }: Pick<ActivityDependencies, 'store' | 'sandbox'>,
  { task, key, signal }: PatchRunToStore,
): Promise<PatchRun> {
  const known = await store.environments.findStep(key);
  if (known !== null && known !== undefined) {
    return JSON.parse(await store.blobs.get((known as { readonly run: string }).run)) as PatchRun;
  }
  const { patch } = await sandbox();
  if (patch === undefined) throw new NoRepositoryCellsError(task.source.repository);
  const run = await patch(task, { signal });
  if (!run.timeSensitive && !run.runs.some((one) => one?.stopped !== undefined)) {
    await store.environments.saveStep(key, { run: await store.blobs.put(JSON.stringify(run)) });
  }
  return run;
}
