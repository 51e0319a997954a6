import type { PatchRun } from '../../core/adapters/sandbox';
import type { PatchCheck } from '../../core/grading/check';
import { checkKey, fingerprintFor, scopedKey } from '../grading/check-key';
import { storedPatchRun } from '../grading/stored-patch-run';
import type { ActivityDependencies } from '../dependencies';

export interface RunToMeasure {
  readonly check: PatchCheck;
  /** Which of several runs of the same check, from 0. */
  readonly time: number;
  /** `--fresh NAME`: nothing that was measured under another name counts. Absent: what any run measured counts. */
  readonly fresh: string | undefined;
  readonly signal: AbortSignal;
}

/** One of several runs of a patch, read back if it ended before. @throws NoRepositoryCellsError, errors of the sandbox */
export async function measuredRun(
  dependencies: Pick<ActivityDependencies, 'store' | 'sandbox'>,
  { check, time, fresh, signal }: RunToMeasure,
): Promise<PatchRun> {
  const which = fresh === undefined ? String(time) : `${String(time)} of ${fresh}`;
  const fingerprint = fingerprintFor(check, await dependencies.sandbox());
  const key = scopedKey(`run ${which}`, checkKey(check, fingerprint));
  return storedPatchRun(dependencies, { task: check.task, key, signal });
}
