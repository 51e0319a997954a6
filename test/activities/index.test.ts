import { createActivities } from '../../activities';
import { createDatasetActivities } from '../../activities/dataset/dataset-activities';
import { createDialogueActivities } from '../../activities/dialogue/dialogue-activities';
import { createHarnessActivities } from '../../activities/environment/harness/harness-activities';
import { harnessModel } from '../../activities/environment/model/harness-model';
import {
  createRepositoryActivities,
  repositoryParts,
} from '../../activities/environment/repository/repository-activities';
import { createEvaluationActivities } from '../../activities/evaluation/evaluation-activities';
import { createGradingActivities } from '../../activities/grading/grading-activities';
import { ProblemLevels } from '../../activities/grading/problem-levels';
import { createSearchActivities } from '../../activities/search/search-activities';
import { createTaskActivities } from '../../activities/task/task-activities';
import { AttemptContexts } from '../../activities/work/attempt-contexts';
import { createWorkActivities } from '../../activities/work/work-activities';
import { activityDependencies } from '../fakes/activity-dependencies';

const dependencies = activityDependencies();

describe('the activities of a worker', () => {
  // Of two with one name the later would be run for both; a part that is missing here makes the sums differ.
  it('have a name each, over what all kinds of work share and the kinds', () => {
    const contexts = new AttemptContexts(dependencies.store);
    const levels = new ProblemLevels(dependencies);
    const parts = [
      createWorkActivities(dependencies, contexts),
      createGradingActivities(dependencies, levels),
      createSearchActivities(dependencies, contexts, levels),
      createDialogueActivities(dependencies, contexts, levels),
      createEvaluationActivities({ dependencies, contexts, levels }),
      createTaskActivities({ dependencies, contexts }),
      createDatasetActivities(dependencies, contexts),
      createRepositoryActivities(repositoryParts(dependencies, contexts)),
      createHarnessActivities(dependencies, contexts, harnessModel(dependencies, contexts)),
    ];
    const names = parts.flatMap((part) => Object.keys(part));
    expect(Object.keys(createActivities(dependencies)).sort()).toEqual(names.sort());
  });
});
