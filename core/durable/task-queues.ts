/** Queues by scarce resource. A machine that plays every role uses `espalier` for all of them. */
export const taskQueues = {
  workflows: 'espalier',
  model: 'espalier-llm',
  sandbox: 'espalier-sandbox',
} as const;

export interface QueuePlan {
  readonly workflows: string;
  readonly model: string;
  readonly sandbox: string;
}

/** One queue: eager dispatch works, fewest hops. Split: machines of one role add capacity to that role. */
export function queuePlan(layout: 'single' | 'split'): QueuePlan {
  return layout === 'split'
    ? taskQueues
    : {
        workflows: taskQueues.workflows,
        model: taskQueues.workflows,
        sandbox: taskQueues.workflows,
      };
}
