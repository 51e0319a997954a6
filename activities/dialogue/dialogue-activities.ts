import type { DialoguePorts } from '../../core/ports/dialogue';
import type { ActivityDependencies } from '../dependencies';
import type { ProblemLevels } from '../grading/problem-levels';
import type { AttemptContexts } from '../work/attempt-contexts';
import { durable } from '../work/durable';
import { DialogueContexts } from './dialogue-contexts';
import { createDialogueRecords } from './dialogue-records';
import { problemReply } from './problem-reply';
import { testProgram } from './test-program';

/** Everything that a dialogue asks for. */
export function createDialogueActivities(
  dependencies: ActivityDependencies,
  contexts: AttemptContexts,
  levels: ProblemLevels,
): DialoguePorts {
  const { store } = dependencies;
  const dialogues = new DialogueContexts(store, contexts);
  return {
    ...createDialogueRecords({ dependencies, contexts, dialogues, levels }),

    generateReply: ({ attempt, round }) =>
      durable(store, attempt, async (context) => {
        const dialogue = await dialogues.ofProblem(attempt);
        const state = await dialogues.state(attempt, dialogue);
        return problemReply(dependencies, context, { attempt, dialogue, state, round });
      }),

    executeProgram: ({ attempt, program }) =>
      durable(store, attempt, async (context) => {
        const dialogue = await dialogues.ofProblem(attempt);
        return testProgram({ dependencies, levels }, context, { dialogue, program });
      }),

    executeBlock: () => Promise.reject(new Error('not yet')),
    giveFeedback: () => Promise.reject(new Error('not yet')),
  };
}
