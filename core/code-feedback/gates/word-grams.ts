import { hashText } from '../hash-text';
import { hashRun } from '../hash-run';

/** Words in a run. */
const gramWords = 10;
/** Of them so many are words in the narrow sense: runs of numbers and single letters are in many texts. */
const leastTelling = 6;
/** A line of fewer words is a common phrase. */
const leastLineWords = 6;

const isTelling = (word: string): boolean => /\p{L}{2}/u.test(word);

/** Letters and digits of any script in lower case; everything else only separates. */
export function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Hashes of all runs of 10 words that have enough words in the narrow sense, in order. */
export function wordGrams(text: string): readonly number[] {
  const words = wordsOf(text);
  const hashes = words.map(hashText);
  const grams: number[] = [];
  let telling = 0;
  for (const [place, word] of words.entries()) {
    if (isTelling(word)) telling += 1;
    const from = place - gramWords + 1;
    if (from < 0) continue;
    if (telling >= leastTelling) grams.push(hashRun(hashes, from, gramWords));
    if (isTelling(words[from] ?? '')) telling -= 1;
  }
  return grams;
}

/** Hashes of the lines that are too short for a run, but may be a whole statement. Each is compared as a whole. */
export function shortLines(text: string): readonly number[] {
  return text.split('\n').flatMap((line) => {
    const words = wordsOf(line);
    const isShort = words.length >= leastLineWords && words.length < gramWords;
    if (!isShort || words.filter(isTelling).length < leastTelling) return [];
    return [hashRun(words.map(hashText), 0, words.length)];
  });
}
