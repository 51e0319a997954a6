import { taskQueues } from '../core/task-queues';

/** What a worker process does; `all` on a laptop, one of the others to add capacity on more machines. */
export const workerRoles = ['all', 'workflows', 'llm', 'sandbox'] as const;
export type WorkerRole = (typeof workerRoles)[number];

export interface QueueDuty {
  readonly queue: string;
  readonly workflows: boolean;
}

/**
 * The queues a role polls. In the single layout everything is on one queue, so a process that plays every role
 * polls just that one, and eager dispatch saves a hop; the split queues are polled as well when asked for.
 */
export function queueDuties(role: WorkerRole, layout: 'single' | 'split'): readonly QueueDuty[] {
  const workflows = { queue: taskQueues.workflows, workflows: true };
  const model = { queue: taskQueues.model, workflows: false };
  const sandbox = { queue: taskQueues.sandbox, workflows: false };
  switch (role) {
    case 'all':
      return layout === 'single' ? [workflows] : [workflows, model, sandbox];
    case 'workflows':
      return [workflows];
    case 'llm':
      return [model];
    case 'sandbox':
      return [sandbox];
  }
}
