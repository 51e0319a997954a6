import { EspalierError } from '../errors/errors';

/**
 * Why there is no environment of a task here. The task is unscored, with this status: no attempt on it is a failed one.
 * `needs-image`: only its container image can run it. `needs-python`: no such interpreter is on this machine. `no-commit`: the
 * repository does not have the commit. `not-installed`: the build or its requirements failed. `leaks`: the audit found what
 * comes after the base commit.
 */
export const taskEnvironmentStatuses = [
  'needs-image',
  'needs-python',
  'no-repository',
  'no-commit',
  'not-installed',
  'leaks',
] as const;
export type TaskEnvironmentStatus = (typeof taskEnvironmentStatuses)[number];

/** A cause of an attempt that begins with such a status, as `TaskEnvironmentError` words it. null: it is another cause. */
export function environmentCause(
  cause: string,
): { readonly status: TaskEnvironmentStatus; readonly why: string } | null {
  const [word = ''] = cause.split(/[\s:]/, 1);
  const status = taskEnvironmentStatuses.find((one) => one === word);
  return status === undefined ? null : { status, why: cause.slice(word.length + 1).trim() };
}

export class TaskEnvironmentError extends EspalierError {
  constructor(
    readonly status: TaskEnvironmentStatus,
    /** The rest of the status and its cause: `3.6`, the last lines of a build. */
    readonly why: string,
    remedy: string,
  ) {
    super(`${status} ${why}`, { code: 'TASK_ENVIRONMENT', remedy });
  }
}
