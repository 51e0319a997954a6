import type { DialoguePorts } from '../../core/ports/dialogue';
import type { ActivityDependencies } from '../dependencies';
import type { ProblemLevels } from '../grading/problem-levels';
import type { AttemptContexts } from '../work/attempt-contexts';
import { durable } from '../work/durable';
import { chatReply } from './chat-reply';
import { DialogueContexts } from './dialogue-contexts';
import { createDialogueRecords } from './dialogue-records';
import { guide } from './guide';
import { problemReply } from './problem-reply';
import { runBlock } from './run-block';
import { testProgram } from './test-program';

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
        const dialogue = await dialogues.of(attempt);
        const state = await dialogues.state(attempt, dialogue, round.after);
        return dialogue.of === 'chat'
          ? chatReply(dependencies, context, { attempt, dialogue, state, round })
          : problemReply(dependencies, context, { attempt, dialogue, state, round });
      }),

    executeProgram: ({ attempt, round, program }) =>
      durable(store, attempt, async (context) => {
        const dialogue = await dialogues.of(attempt);
        if (dialogue.of === 'problem') {
          return testProgram({ dependencies, levels }, context, { dialogue, program });
        }
        const state = await dialogues.state(attempt, dialogue, round.after);
        const { id } = round;
        return runBlock(dependencies, context, { attempt, dialogue, state, id, program });
      }),

    executeBlock: ({ attempt, id, program }) =>
      durable(store, attempt, async (context) => {
        const dialogue = await dialogues.ofChat(attempt);
        const state = await dialogues.state(attempt, dialogue);
        return runBlock(dependencies, context, { attempt, dialogue, state, id, program });
      }),

    giveFeedback: ({ attempt, round, program, execution, source }) =>
      durable(store, attempt, async (context) => {
        const dialogue = await dialogues.ofProblem(attempt);
        const asked = { attempt, dialogue, round, program, execution, source };
        return guide(dependencies, context, asked);
      }),
  };
}
