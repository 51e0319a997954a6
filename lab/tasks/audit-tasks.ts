import { TaskEnvironmentError } from '../../core/patches/task-environment-error';
import type { TaskSource } from '../../core/schemas/patch-task';
import type { LoadedTask } from './load-tasks';

/** What became of the environment of one task. */
export interface AuditedTask {
  readonly id: string;
  /** `ok`: it is installed, and its audit found nothing of what came after the commit. */
  readonly status: 'ok' | TaskEnvironmentError['status'];
  readonly why: string;
}

/**
 * Installs and audits the environment of each task, one after the other. A task without one takes no other with it.
 * @param environmentOf installs and audits @throws what it throws, apart from TaskEnvironmentError
 */
export async function auditTasks(
  tasks: readonly LoadedTask[],
  environmentOf: (source: TaskSource) => Promise<unknown>,
  onDone: (done: number) => void = () => undefined,
): Promise<readonly AuditedTask[]> {
  const audited: AuditedTask[] = [];
  for (const { problem } of tasks) {
    audited.push(await auditTask(problem, environmentOf));
    onDone(audited.length);
  }
  return audited;
}

async function auditTask(
  { id, source }: LoadedTask['problem'],
  environmentOf: (source: TaskSource) => Promise<unknown>,
): Promise<AuditedTask> {
  try {
    await environmentOf(source);
    return { id, status: 'ok', why: '' };
  } catch (error) {
    if (!(error instanceof TaskEnvironmentError)) throw error;
    return { id, status: error.status, why: error.why };
  }
}
