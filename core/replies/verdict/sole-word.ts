import type { ReadSaying } from './saying';
import { accepts, isOfDeciding, marks, verdictWord } from './words';

const pattern = new RegExp(String.raw`^${marks}(${verdictWord})[\s*_"'\x60.!✅❌✓✗]{0,9}$`, 'iu');

/** The last sentence is a word and nothing else: `It fails on empty lists. Reject.`. */
export const soleWord: ReadSaying = ({ text, isLast, question }) => {
  const word = isLast && question === null ? pattern.exec(text)?.[1] : undefined;
  return word === undefined ? null : { accept: accepts(word), clear: isOfDeciding(word) };
};
