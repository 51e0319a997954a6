import type { DialogueRules } from './dialogue-rules';
import type { Execution, Feedback } from '../schemas/dialogue';

/** Whether there is nothing to mend: all tests passed, or there were none and the program loads. */
export function settles(execution: Execution): boolean {
  return execution.on === 'tests' && (execution.kind === 'passed' || execution.kind === 'loads');
}

/** What execution itself tells the model; null: somebody is to say what is wrong, or there is nothing to mend. */
export function saysItself(rules: DialogueRules, execution: Execution): Feedback | null {
  if (settles(execution)) return null;
  if (rules.of === 'problem' && rules.feedback !== 'execution') return null;
  return { source: 'execution', text: execution.words, refused: [], neutral: false };
}
