import { NotReadyError } from '../../core/errors/errors';
import type { RunRecord } from '../../core/ports/records';
import type { WorkflowBundle } from '../../core/schemas/workflow-bundle';
import { isNotBegun } from '../../core/work/not-begun';
import type { LabContext } from '../lab-context';
import { workingBundle } from '../services/worker-ready';

/** Whether workflows that one code started may fail to continue with the other code (decision 0024). */
export function isOtherCode(
  startedWith: WorkflowBundle | null,
  working: WorkflowBundle | null,
): boolean {
  // Unknown code: a run or a worker from before the code was recorded.
  if (startedWith === null || working === null) return startedWith !== working;
  return startedWith.sha256 !== working.sha256;
}

/** The unfinished runs among these that wait because other code started their workflows. */
export async function runsOfOtherCode(
  { folder }: Pick<LabContext, 'folder'>,
  runs: readonly Pick<RunRecord, 'id' | 'status' | 'reason' | 'bundle'>[],
): Promise<readonly string[]> {
  const unfinished = runs.filter(
    (run) => (run.status === 'running' || run.status === 'paused') && !isNotBegun(run),
  );
  if (unfinished.length === 0) return [];
  const working = await workingBundle(folder);
  return unfinished.filter(({ bundle }) => isOtherCode(bundle, working)).map(({ id }) => id);
}

/** @throws NotReadyError (`RUN_OF_OTHER_CODE`) when the workflows of a run wait for the code that started them */
export function requireSameCode(
  { id, bundle }: Pick<RunRecord, 'id' | 'bundle'>,
  working: WorkflowBundle | null,
): void {
  if (!isOtherCode(bundle, working)) return;
  throw new NotReadyError(
    `the workflows of run ${id} were started by ${codeText(bundle)}, and ${codeText(working)} works on them now: they wait`,
    `\`espalier run resume ${id}\` ends them and goes on with what is stored; nothing is asked twice`,
    { code: 'RUN_OF_OTHER_CODE' },
  );
}

/** Other code in words: the version and the beginning of the hash, because one version may have many hashes. */
export function codeText(bundle: WorkflowBundle | null): string {
  if (bundle === null) return 'an earlier version of espalier';
  return `espalier ${bundle.version} (workflow code ${bundle.sha256.slice(0, 8)})`;
}
