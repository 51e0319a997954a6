import type { ReadSaying } from './saying';
import { accepts, hasAlternatives, marks, verdictWord } from './words';

const pattern = new RegExp(
  String.raw`^${marks}(${verdictWord})(?:[\s*_"'\x60.!✅❌✓✗]{0,9}$|(?<![01])[\s*_]{0,4}[:,.;–—-]\s(?![\d❌✅]))`,
  'iu',
);

/** A line begins with one, perhaps with a reason behind it: `Reject: it fails for [].`; faint where other lines follow. */
export const firstWord: ReadSaying = ({ line, begins, isFirst, isLate, isOfLastLine }) => {
  if (!begins || !(isFirst || isLate) || hasAlternatives(line)) return null;
  const word = pattern.exec(line)?.[1];
  if (word === undefined) return null;
  return {
    accept: accepts(word),
    clear: /^(?:accept|reject)$/i.test(word),
    faint: !isFirst && !isOfLastLine,
  };
};
