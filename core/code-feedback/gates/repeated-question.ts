import { hasBareCode } from './bare-code';
import type { Gate } from './gate';
import { firstInTurns, isResult } from './turn-parts';
import { wordsOf } from './word-grams';

/** A shorter question may well be the beginning of its answer. */
const leastWords = 8;

export const repeatedQuestion: Gate = {
  name: 'repeated-question',
  summary: 'An assistant turn is the question again or begins with the whole question.',
  finds: ({ turns }) =>
    firstInTurns(turns, ({ role, content }, place) => {
      const before = turns[place - 1];
      if (role !== 'assistant' || before === undefined || isResult(before)) return null;
      const question = wordsOf(before.content);
      const answer = wordsOf(content);
      if (question.length === 0 || question.some((word, at) => answer[at] !== word)) return null;
      if (answer.length === question.length) return 'is the question again';
      // A given program is rightly the beginning of the completed one, and a question may be the first comment of a program.
      const isEcho = /^\s*\p{L}/u.test(content) && !hasBareCode(before.content);
      return question.length >= leastWords && isEcho ? 'begins with the whole question' : null;
    }),
};
