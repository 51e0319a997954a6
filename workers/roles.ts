import { taskQueues } from '../core/durable/task-queues';

/** What a worker process does; `all` on a laptop, one of the others to add capacity on more machines. */
export const workerRoles = ['all', 'workflows', 'llm', 'sandbox'] as const;
export type WorkerRole = (typeof workerRoles)[number];

export interface QueueDuty {
  readonly queue: string;
  readonly workflows: boolean;
}

/** A run's queues are fixed at its start: `all` polls every one, `llm` and `sandbox` those of split queues. */
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
