import { hashText } from '../hash-text';

const { imul, sqrt } = Math;

/** Name of the fallback in stats and cards. It compares words, not meanings. */
export const lexicalVectors = 'lexical-v1';

const dimensions = 512;

/** Words that say how an instruction is put, and not what it is about. */
const empty = new Set(
  (
    'a an the of to in for and or on with that is are be it its this from by as at write create given using use find make function ' +
    'program code python following should return your you i can how what which'
  ).split(' '),
);

/**
 * A deterministic vector of the words of a text and of pairs of them, hashed to 512 dimensions and of length 1. It stands in where no
 * embedding model is at hand.
 */
export function lexicalVector(text: string): Float32Array {
  const vector = new Float32Array(dimensions);
  const words = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => !empty.has(word),
  );
  const add = (part: string, weight: number): void => {
    const hash = hashOf(part);
    const at = (hash >>> 1) % dimensions;
    // The sign keeps parts that meet in a place from adding up.
    vector[at] = (vector[at] ?? 0) + ((hash & 1) === 0 ? weight : -weight);
  };
  for (const [place, word] of words.entries()) {
    add(word, 1);
    const next = words[place + 1];
    if (next !== undefined) add(`${word} ${next}`, 0.5);
  }
  const length = sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** Mixed, so that its low bits are even. */
function hashOf(text: string): number {
  let hash = hashText(text);
  hash = imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
