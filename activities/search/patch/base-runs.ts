import type { PatchRun, PatchTask } from '../../../core/adapters/sandbox';
import { visibleLimit } from '../../../core/grading/visible-limit';
import type { PatchTest } from '../../../core/schemas/patch-task';
import type { PatchProblem } from '../../../core/tasks/patch/patch';
import type { ActivityDependencies } from '../../dependencies';
import { fingerprintFor } from '../../grading/check-key';
import { stepKey } from '../../environment/repository/step-key';
import { SharedWork } from '../../environment/task/shared-work';
import { storedPatchRun } from '../../grading/stored-patch-run';

const memoryMb = 3_072;

interface TestsToRun {
  readonly tests: readonly PatchTest[];
  readonly wallMs: number;
  readonly coverage?: true;
}

/** Runs of tests in repositories before any change: the same run is made once for all who ask, and stored. */
export class BaseRuns {
  private readonly running = new SharedWork<PatchRun>();

  constructor(private readonly dependencies: Pick<ActivityDependencies, 'store' | 'sandbox'>) {}

  /** @throws NoRepositoryCellsError, TaskEnvironmentError, what a cell throws */
  async of(
    { source, runner }: PatchProblem,
    { tests, wallMs, coverage }: TestsToRun,
    signal?: AbortSignal,
  ): Promise<PatchRun> {
    const task: PatchTask = {
      ...{ source, runner, patch: '', tests: { kind: 'visible', tests }, seed: 0 },
      limits: { ...visibleLimit({}), wallMs, cpuMs: wallMs, memoryMb },
      ...(coverage === undefined ? {} : { coverage }),
    };
    const fingerprint = fingerprintFor({ kind: 'patch' }, await this.dependencies.sandbox());
    const key = stepKey('run-on-base', { fingerprint, task });
    return this.running.of(
      key,
      (ended) => storedPatchRun(this.dependencies, { key, task, signal: ended }),
      signal,
    );
  }
}
