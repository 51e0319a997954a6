import { createHash } from 'node:crypto';

/** Words of 32 bits of a hash that are kept: 16 bytes tell 10^9 texts apart. */
const keptWords = 4;

export interface Repeats {
  /** Whether the same text was given before. */
  readonly isRepeat: (query: string) => boolean;
}

/**
 * Finds exact repetitions by sha256 (spec 3.1): the first one in the order of the sources is kept. It stores 16 bytes a text in one
 * table with linear probing, 21 to 43 bytes a text with its free places, because a `Set` needs several times as much.
 */
export function createRepeats(): Repeats {
  let places = 1024;
  let table = new Uint32Array(places * keptWords);
  let count = 0;

  /** Index of the hash, or of the free place where it belongs. */
  const find = (into: Uint32Array, hash: Uint32Array): number => {
    const size = into.length / keptWords;
    for (let place = (hash[0] ?? 0) % size; ; place = (place + 1) % size) {
      const at = place * keptWords;
      const isSame = hash.every((word, index) => into[at + index] === word);
      if (isSame || into[at] === 0) return at;
    }
  };
  const grow = (): void => {
    places *= 2;
    const larger = new Uint32Array(places * keptWords);
    for (let at = 0; at < table.length; at += keptWords) {
      const hash = table.subarray(at, at + keptWords);
      if (hash[0] !== 0) larger.set(hash, find(larger, hash));
    }
    table = larger;
  };

  return {
    isRepeat: (query) => {
      const hash = keptHash(query);
      const at = find(table, hash);
      if (table[at] !== 0) return true;
      table.set(hash, at);
      count += 1;
      if (count > places * 0.75) grow();
      return false;
    },
  };
}

function keptHash(text: string): Uint32Array {
  const digest = createHash('sha256').update(text).digest();
  const words = Uint32Array.from({ length: keptWords }, (_, index) =>
    digest.readUInt32LE(index * 4),
  );
  // A first word of 0 marks a free place.
  if (words[0] === 0) words[0] = 1;
  return words;
}
