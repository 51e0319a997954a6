import type { AgentPorts, PreparePorts } from '../../core/ports/search';
import { createAskAboutNode } from './ask-about-node';
import { createGenerateSolution } from './generate-solution';
import { createMakePlan } from './make-plan';
import { createPrepareTask } from './patch/prepare-task';
import type { TaskRepositories } from './patch/task-repository';
import { createProposeStrategies } from './propose-strategies';
import { createRecallProblems } from './recall-problems';
import type { AttemptContexts } from '../work/attempt-contexts';
import type { ActivityDependencies } from '../dependencies';
import { TextStore } from '../work/text-store';

/** The calls of the agents (CodeTree §3), each through the journal: a repeated call reads its answer back. */
export function createAgentActivities(
  dependencies: ActivityDependencies,
  contexts: AttemptContexts,
  repositories: TaskRepositories,
): AgentPorts & PreparePorts {
  const agents = { dependencies, contexts, texts: new TextStore(dependencies.store.blobs) };
  return {
    prepareTask: createPrepareTask(agents, repositories),
    proposeStrategies: createProposeStrategies(agents, repositories),
    recallProblems: createRecallProblems(agents),
    makePlan: createMakePlan(agents),
    generateSolution: createGenerateSolution(agents, repositories),
    askAboutNode: createAskAboutNode(agents),
  };
}
