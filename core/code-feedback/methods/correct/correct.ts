import { stripReasoning } from '../../../replies/strip-reasoning';
import { revealedIn } from '../../gates/mistake-revealed';
import type { DatasetDialogueMethod, SpeakerQuestion, ToldRow } from '../../method';
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
  // The planted error may be asked for twice.
  mostCalls: ({ methods }) => 1 + (methods.correct?.maxExecutions ?? 3),
  question: (told, speaker) => {
    if (speaker === 'mistaken-assistant') return mistakenQuestion(told);
    if (speaker === 'strong-assistant') return turnQuestion(told, assistantPrompts.strong);
    return noQuestion('correct', speaker);
  },
  dialogue: storedTurns,
};

/** A reply that reveals its mistake is asked for once more. */
function mistakenQuestion(told: ToldRow): SpeakerQuestion {
  const { row, errorClass } = told.planned;
  return {
    ...turnQuestion(told, mistakenPrompt(errorClass ?? 'logical')),
    repairs: 1,
    read: (reply) => {
      const found = revealedIn(row.query, stripReasoning(reply));
      return found === null
        ? { ok: true, value: null }
        : { ok: false, problem: `it reveals the mistake: ${found}` };
    },
  };
}
