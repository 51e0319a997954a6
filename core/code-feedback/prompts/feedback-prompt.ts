import type { DialogueTurn } from '../../schemas/source-row';
import { quoteAsData } from '../../words/quote-as-data';

/** What a person may care about (OpenCodeInterpreter, section 2: ten categories of human feedback). */
export const feedbackCategories = [
  'syntax and formatting',
  'efficiency',
  'functionality enhancements',
  'clarity and documentation',
  'bug identification',
  'security',
  'compatibility and testing',
  'resource optimisation',
  'scalability',
  'best practices',
] as const;

export const mostFeedbackSentences = 2;

export const feedbackDuties = [
  'Play the person who asked for the program in this conversation. You read the last reply and say what you still want.',
  `Look at it from one side only, which is named below. Answer with a JSON object with three members: "satisfied", a list of short texts; "not_satisfied", a list of short texts; and "feedback", at most ${String(mostFeedbackSentences)} short sentences to the assistant about something in "not_satisfied".`,
  'Write no code. If the conversation has no code yet, ask for it.',
].join(' ');

export function feedbackRequest(turns: readonly DialogueTurn[], category: string): string {
  const told = turns.map(({ role, content }) => `${role}:\n${quoteAsData(content)}`);
  return [`Look at: ${category}.`, 'The conversation:', ...told].join('\n\n');
}
