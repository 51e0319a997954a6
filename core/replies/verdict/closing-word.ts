import type { ReadSaying } from './saying';
import { accepts } from './words';

const pattern =
  /[:,–—-]\s{1,3}(?:so |hence |therefore |thus |I |we |to ){0,3}(accept(?:ed)?|reject(?:ed)?|approved?|refused?)[\s*_"'`.!✅❌]{0,9}$/i;
const listed = /^\s*(?:\d{1,2}[.)]|[-*•]\s)/;

/** A sentence that ends in one: `It is general, but it fails for []: reject`. */
export const closingWord: ReadSaying = ({ text, line }) => {
  const word = listed.test(line) ? undefined : pattern.exec(text)?.[1];
  return word === undefined ? null : { accept: accepts(word), clear: false };
};
