import type { GradingPorts } from '../core/ports/grading';
import type { DatasetPorts } from '../core/ports/dataset';
import type { DialoguePorts } from '../core/ports/dialogue';
import type { SearchPorts } from '../core/ports/search';
import type { WorkPorts } from '../core/ports/work';
import type { ActivityDependencies } from './dependencies';
import type { EvaluationPorts } from '../core/kinds/evaluation/row';
import { createEvaluationActivities } from './evaluation/evaluation-activities';
import { createGradingActivities } from './grading/grading-activities';
import { ProblemLevels } from './grading/problem-levels';
import { createSearchActivities } from './search/search-activities';
import { createDialogueActivities } from './dialogue/dialogue-activities';
import {
  createRepositoryActivities,
  repositoryParts,
} from './environment/repository/repository-activities';
import type { RepositoryPorts } from './environment/repository/repository-activities';
import { createHarnessActivities } from './environment/harness/harness-activities';
import type { HarnessPorts } from './environment/harness/harness-activities';
import { harnessModel } from './environment/model/harness-model';
import type { TaskPorts } from '../core/kinds/task/row';
import { createTaskActivities } from './task/task-activities';
import { createDatasetActivities } from './dataset/dataset-activities';
import { AttemptContexts } from './work/attempt-contexts';
import { createWorkActivities } from './work/work-activities';

export type { ActivityDependencies } from './dependencies';
export { keepBatch, readVerdicts } from './grading/stored-batch';

/** The activities that all kinds of work share, then one row per kind. */
export type Activities = WorkPorts &
  GradingPorts &
  SearchPorts &
  DialoguePorts &
  EvaluationPorts &
  TaskPorts &
  DatasetPorts &
  RepositoryPorts &
  HarnessPorts;

export function createActivities(dependencies: ActivityDependencies): Activities {
  const contexts = new AttemptContexts(dependencies.store);
  const levels = new ProblemLevels(dependencies);
  return {
    ...createWorkActivities(dependencies, contexts),
    ...createGradingActivities(dependencies, levels),
    ...createSearchActivities(dependencies, contexts, levels),
    ...createDialogueActivities(dependencies, contexts, levels),
    ...createEvaluationActivities({ dependencies, contexts, levels }),
    ...createTaskActivities({ dependencies, contexts }),
    ...createDatasetActivities(dependencies, contexts),
    ...createRepositoryActivities(repositoryParts(dependencies, contexts)),
    ...createHarnessActivities(dependencies, contexts, harnessModel(dependencies, contexts)),
  };
}
