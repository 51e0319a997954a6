import type { DialogueTurn } from '../../schemas/source-row';
import type { Gate } from './gate';
import { hasFeedback } from './has-feedback';
import { blocksOf, firstInTurns, isResult, proseOf } from './turn-parts';

/** A person who asks about the code, or is content with it, does not ask for other code. */
const wantsWords =
  /^\W*(?:thank|great|perfect|nice)|\b(?:explain|why|what (?:does|do|is|are)|how does|how do|walk me through|describe)\b/i;
const failure =
  /\b(?:Traceback \(most recent call last\)|[A-Z]\w*(?:Error|Exception)\b|took longer than|failed|error:)/;

/**
 * Published answers repeat the code that was criticised. A repetition after a clean result is an answer. Packed and similar
 * dialogues have new questions, so only a whole answer that occurs again is a defect there.
 */
export const ignoredFeedback: Gate = {
  name: 'ignored-feedback',
  summary:
    'An assistant turn after feedback repeats an earlier answer or its code without a change.',
  finds: ({ turns, method }) =>
    firstInTurns(turns, (turn, place) => {
      if (turn.role !== 'assistant' || place < 2) return null;
      const earlier = turns.slice(0, place).filter(({ role }) => role === 'assistant');
      if (earlier.some(({ content }) => flat(content) === flat(turn.content))) {
        return 'repeats an earlier answer word for word';
      }
      const feedback = turns[place - 1];
      const last = earlier.at(-1);
      if (feedback === undefined || last === undefined || !hasFeedback(method)) return null;
      if (!asksForChange(feedback)) return null;
      const code = codeOf(turn.content);
      return code !== '' && code === codeOf(last.content)
        ? 'repeats the earlier code without a change'
        : null;
    }),
};

function asksForChange(turn: DialogueTurn): boolean {
  if (isResult(turn)) return failure.test(turn.content);
  return !wantsWords.test(proseOf(turn.content));
}

function codeOf(content: string): string {
  return blocksOf(content)
    .map(({ text }) => flat(text))
    .join('\n');
}

/** White space at the end of lines and blank lines do not count. Indentation does. */
function flat(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}
