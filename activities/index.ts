import type { ModelPorts, RecordPorts, SandboxPorts } from '../core/ports/attempt';
import type { GradingPorts } from '../core/ports/grading';
import { AttemptContexts } from './work/attempt-context';
import type { ActivityDependencies } from './dependencies';
import { createGradingActivities } from './grading/grading-activities';
import { createModelActivities } from './search/model-activities';
import { createRecordActivities } from './work/record-activities';
import { createSandboxActivities } from './search/sandbox-activities';

export type { ActivityDependencies } from './dependencies';
export { keepBatch, readVerdicts } from './grading/stored-batch';

export type Activities = ModelPorts & SandboxPorts & GradingPorts & RecordPorts;

/** Every activity of the project over one set of dependencies. */
export function createActivities(dependencies: ActivityDependencies): Activities {
  const contexts = new AttemptContexts(dependencies.store);
  return {
    ...createModelActivities(dependencies, contexts),
    ...createSandboxActivities(dependencies, contexts),
    ...createGradingActivities(dependencies),
    ...createRecordActivities(dependencies, contexts),
  };
}
