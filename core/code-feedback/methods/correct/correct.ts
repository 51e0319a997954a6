import type { DatasetDialogueMethod } from '../../method';
import { assistantPrompts, mistakenPrompt } from '../../prompts/assistant-prompts';
import { noQuestion } from '../no-question';
import { turnQuestion } from '../simulate/simulate';
import { storedTurns } from '../steps-as-turns';

/**
 * Code correction (OpenCodeInterpreter, section 2). The prompt that asks for the mistake is not stored: the dialogue begins with the
 * query, as if the mistake had happened.
 */
export const correct: DatasetDialogueMethod = {
  name: 'correct',
  mostCalls: ({ methods }) => 1 + (methods.correct?.maxExecutions ?? 3),
  question: (told, speaker) => {
    if (speaker === 'mistaken-assistant') {
      return turnQuestion(told, mistakenPrompt(told.planned.errorClass ?? 'logical'));
    }
    if (speaker === 'strong-assistant') return turnQuestion(told, assistantPrompts.strong);
    return noQuestion('correct', speaker);
  },
  dialogue: storedTurns,
};
