import type { GradingPorts } from '../core/ports/grading';
import type { DialoguePorts } from '../core/ports/dialogue';
import type { SearchPorts } from '../core/ports/search';
import type { WorkPorts } from '../core/ports/work';
import type { ActivityDependencies } from './dependencies';
import { createGradingActivities } from './grading/grading-activities';
import { ProblemLevels } from './grading/problem-levels';
import { createSearchActivities } from './search/search-activities';
import { createDialogueActivities } from './dialogue/dialogue-activities';
import { AttemptContexts } from './work/attempt-contexts';
import { createWorkActivities } from './work/work-activities';

export type { ActivityDependencies } from './dependencies';
export { keepBatch, readVerdicts } from './grading/stored-batch';

/** What every kind of work shares, then one row per kind. */
export type Activities = WorkPorts & GradingPorts & SearchPorts & DialoguePorts;

/** Every activity of the project over one set of dependencies. */
export function createActivities(dependencies: ActivityDependencies): Activities {
  const contexts = new AttemptContexts(dependencies.store);
  const levels = new ProblemLevels(dependencies);
  return {
    ...createWorkActivities(dependencies, contexts),
    ...createGradingActivities(dependencies, levels),
    ...createSearchActivities(dependencies, contexts, levels),
    ...createDialogueActivities(dependencies, contexts, levels),
  };
}
