import type { TaskPorts } from '../../core/kinds/task/row';
import { durable } from '../work/durable';
import { makeTask } from './make-task';
import type { TaskParts } from './make-task';

/** Tasks that are made of changes of a repository. */
export function createTaskActivities(parts: TaskParts): TaskPorts {
  const { store } = parts.dependencies;
  return {
    makeTaskOf: ({ attempt, position }) =>
      durable(store, attempt, (context) => makeTask(parts, { attempt, position, context })),
  };
}
