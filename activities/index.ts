import type { ModelPorts, RecordPorts, SandboxPorts } from '../core/ports/attempt';
import { AttemptContexts } from './attempt-context';
import type { ActivityDependencies } from './dependencies';
import { createModelActivities } from './model-activities';
import { createRecordActivities } from './record-activities';
import { createSandboxActivities } from './sandbox-activities';

export type { ActivityDependencies } from './dependencies';

export type Activities = ModelPorts & SandboxPorts & RecordPorts;

/** Every activity of the project over one set of dependencies. */
export function createActivities(dependencies: ActivityDependencies): Activities {
  const contexts = new AttemptContexts(dependencies.store);
  return {
    ...createModelActivities(dependencies, contexts),
    ...createSandboxActivities(dependencies, contexts),
    ...createRecordActivities(dependencies, contexts),
  };
}
