import { countSentences } from '../../../replies/count-sentences';
import { memberInReply } from '../../../replies/json-in-reply';
import type { ParsedReply } from '../../../replies/parsed-reply';
import { stripReasoning } from '../../../replies/strip-reasoning';
import type { DatasetDialogueMethod, SpeakerQuestion, ToldRow } from '../../method';
import { assistantPrompts } from '../../prompts/assistant-prompts';
import {
  feedbackCategories,
  feedbackDuties,
  feedbackRequest,
  mostFeedbackSentences,
} from '../../prompts/feedback-prompt';
import { seededChoice } from '../../seeded-choice';
import { noQuestion } from '../no-question';
import { stepsAsTurns, storedTurns } from '../steps-as-turns';
import { usualSimulation } from './next';

/** Further requests for feedback in the right form. */
const feedbackRepairs = 2;

/** Interaction simulation (OpenCodeInterpreter, section 2). */
export const simulate: DatasetDialogueMethod = {
  name: 'simulate',
  mostCalls: ({ methods: { simulate: { maxExecutions, feedbackRounds } = usualSimulation } }) =>
    1 + maxExecutions + feedbackRounds * (2 + feedbackRepairs + maxExecutions),
  question: (told, speaker) => {
    if (speaker === 'weak-assistant') return turnQuestion(told, assistantPrompts.interpreter);
    if (speaker === 'strong-assistant') return turnQuestion(told, assistantPrompts.strong);
    if (speaker === 'asking-user') return feedbackQuestion(told);
    return noQuestion('simulate', speaker);
  },
  dialogue: storedTurns,
};

/** The next turn of an assistant. Any text is a turn. */
export function turnQuestion(told: ToldRow, system: string): SpeakerQuestion {
  return {
    messages: [{ role: 'system', content: system }, ...stepsAsTurns(told)],
    temperature: undefined,
    repairs: 0,
    read: () => ({ ok: true, value: null }),
  };
}

function feedbackQuestion(told: ToldRow): SpeakerQuestion {
  const { planned, recipe, steps } = told;
  const [first, ...others] = feedbackCategories;
  const category = seededChoice(
    [first, ...others],
    recipe.seed,
    `${planned.row.id} ${String(steps.length)}`,
  );
  return {
    messages: [
      { role: 'system', content: feedbackDuties },
      { role: 'user', content: feedbackRequest(stepsAsTurns(told), category) },
    ],
    temperature: undefined,
    repairs: feedbackRepairs,
    read: readFeedback,
  };
}

const mostChars = 400;

function readFeedback(reply: string): ParsedReply<string> {
  const member = memberInReply(stripReasoning(reply), ['feedback'], (value) =>
    typeof value === 'string' ? value.trim() : null,
  );
  if (member === null)
    return { ok: false, problem: 'it is not a JSON object with a text "feedback"' };
  const { value, object } = member;
  if (!Array.isArray(object['satisfied']) || !Array.isArray(object['not_satisfied'])) {
    return { ok: false, problem: 'its members "satisfied" and "not_satisfied" are not lists' };
  }
  if (value === '') return { ok: false, problem: 'its feedback is empty' };
  if (value.includes('```')) return { ok: false, problem: 'its feedback has code' };
  if (value.length > mostChars || countSentences(value) > mostFeedbackSentences) {
    return {
      ok: false,
      problem: `its feedback is longer than ${String(mostFeedbackSentences)} short sentences`,
    };
  }
  return { ok: true, value };
}
