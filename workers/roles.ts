import { taskQueues } from '../core/durable/task-queues';

/** What a worker process does; `all` on a laptop, one of the others to add capacity on more machines. */
export const workerRoles = ['all', 'workflows', 'llm', 'sandbox'] as const;
export type WorkerRole = (typeof workerRoles)[number];

export interface QueueDuty {
  readonly queue: string;
  readonly workflows: boolean;
}

/**
 * The queues a role polls. Which queues a run uses was fixed when it started, so `all` polls every one of them: a
 * worker never leaves a run of the other layout waiting. `llm` and `sandbox` serve runs started with split queues.
 */
export function queueDuties(role: WorkerRole): readonly QueueDuty[] {
  const workflows = { queue: taskQueues.workflows, workflows: true };
  const model = { queue: taskQueues.model, workflows: false };
  const sandbox = { queue: taskQueues.sandbox, workflows: false };
  switch (role) {
    case 'all':
      return [workflows, model, sandbox];
    case 'workflows':
      return [workflows];
    case 'llm':
      return [model];
    case 'sandbox':
      return [sandbox];
  }
}
