import type { SearchPorts } from '../../core/ports/search';
import type { ActivityDependencies } from '../dependencies';
import type { ProblemLevels } from '../grading/problem-levels';
import type { AttemptContexts } from '../work/attempt-contexts';
import { createAgentActivities } from './agent-activities';
import { TaskRepositories } from './patch/task-repository';
import { createSandboxActivities } from './sandbox-activities';
import { createShellActivities } from './bash-agent/shell-activities';
import { createSearchRecords } from './search-records';

export function createSearchActivities(
  dependencies: ActivityDependencies,
  contexts: AttemptContexts,
  levels: ProblemLevels,
): SearchPorts {
  const repositories = new TaskRepositories(dependencies);
  return {
    ...createAgentActivities(dependencies, contexts, repositories),
    ...createSandboxActivities(dependencies, contexts, levels),
    ...createShellActivities(dependencies, contexts, repositories),
    ...createSearchRecords(dependencies, contexts, levels),
  };
}
