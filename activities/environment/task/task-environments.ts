import type { EnvironmentRecord } from '../../../core/schemas/environment';
import type { TaskSource } from '../../../core/schemas/patch-task';
import { TaskEnvironmentError } from '../../../core/patches/task-environment-error';

/** Environments of repository tasks: found by content, or built. */
export class TaskEnvironments {
  /** @throws TaskEnvironmentError; what a cell throws */
  of(source: TaskSource, signal?: AbortSignal): Promise<EnvironmentRecord> {
    void signal;
    throw new TaskEnvironmentError('not-installed', source.repository, 'Wait for it');
  }
}
