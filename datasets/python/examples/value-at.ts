import { isLiteral } from '../python-syntax';
import { endOfLiteral } from './literal-scan';

export interface FoundValue {
  readonly text: string;
  readonly end: number;
}

/** Constants as other languages write them. */
const foreign: Readonly<Record<string, string>> = {
  true: 'True',
  false: 'False',
  null: 'None',
  none: 'None',
};
const foreignWord = /(?:true|false|null|none)(?!\w)/y;

/** The literal that begins at a place; null: none does. */
export function valueAt(text: string, start: number): FoundValue | null {
  foreignWord.lastIndex = start;
  const word = foreignWord.exec(text)?.[0];
  if (word !== undefined) return { text: foreign[word] ?? word, end: start + word.length };
  const end = endOfLiteral(text, start);
  if (end === null) return null;
  const value = text.slice(start, end);
  return isLiteral(value.replace(/\s*\n\s*/g, ' ')) ? { text: value, end } : null;
}
