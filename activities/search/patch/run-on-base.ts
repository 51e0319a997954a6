import type { PatchRun } from '../../../core/adapters/sandbox';
import { visibleLimit } from '../../../core/grading/visible-limit';
import type { PatchTest } from '../../../core/schemas/patch-task';
import type { PatchProblem } from '../../../core/tasks/patch/patch';
import { NoRepositoryCellsError } from '../../../core/tasks/run-check';
import type { ActivityDependencies } from '../../dependencies';

const memoryMb = 3_072;

/** Tests in the repository before any change. @throws TaskEnvironmentError, what a cell throws */
export async function runOnBase(
  { sandbox }: ActivityDependencies,
  { source, runner }: PatchProblem,
  {
    tests,
    wallMs,
    coverage,
  }: { readonly tests: readonly PatchTest[]; readonly wallMs: number; readonly coverage?: true },
  signal?: AbortSignal,
): Promise<PatchRun> {
  const { patch } = await sandbox();
  if (patch === undefined) throw new NoRepositoryCellsError(source.repository);
  const limits = { ...visibleLimit({}), wallMs, cpuMs: wallMs, memoryMb };
  return patch(
    {
      ...{ source, runner, patch: '', tests: { kind: 'visible', tests }, limits, seed: 0 },
      ...(coverage === undefined ? {} : { coverage }),
    },
    signal === undefined ? {} : { signal },
  );
}
