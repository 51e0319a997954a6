import { seededChance } from '../../statistics/seeded-chance';
import { hashRun } from '../hash-run';
import { hashText } from '../hash-text';

const { imul } = Math;

/** Its reason code among those of the gates. */
export const nearDuplicate = 'near-duplicate';

/** As datatrove has them: shingles of 5 words, 14 bands of 8 minima. Two texts that share a band are near-duplicates. */
const shingleWords = 5;
const bands = 14;
const bandSize = 8;

const chance = seededChance(1);
const draw = (): number => Math.floor(chance() * 2 ** 32) | 1;
/** Of each permutation a factor and a sum, odd numbers of 32 bits. */
const permutations = Array.from({ length: bands * bandSize }, () => [draw(), draw()] as const);

/** The first text of those that say nearly the same (MinHash with bands). Only hashes stay in memory. */
export class NearDuplicates {
  private readonly seen = new Map<number, string>();

  /** Name of an earlier text that is nearly the same. null: there is none, and this one is kept under its name. */
  earlier(name: string, text: string): string | null {
    const keys = bandsOf(text);
    for (const key of keys) {
      const known = this.seen.get(key);
      if (known !== undefined) return known;
    }
    for (const key of keys) this.seen.set(key, name);
    return null;
  }
}

/** One number for each band. */
function bandsOf(text: string): readonly number[] {
  const hashes = shinglesOf(text);
  const minima = permutations.map(([factor, sum]) => {
    let least = 0xffffffff;
    for (const hash of hashes) {
      const mixed = (imul(hash ^ sum, factor) ^ (hash >>> 15)) >>> 0;
      const even = imul(mixed ^ (mixed >>> 16), 0x85ebca6b) >>> 0;
      if (even < least) least = even;
    }
    return least;
  });
  return Array.from({ length: bands }, (_, band) =>
    hashRun([band, ...minima.slice(band * bandSize, (band + 1) * bandSize)], 0, bandSize + 1),
  );
}

function shinglesOf(text: string): ReadonlySet<number> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const hashes = new Set<number>();
  // A text of fewer words is one shingle.
  for (let from = 0; from <= Math.max(0, words.length - shingleWords); from += 1) {
    hashes.add(hashText(words.slice(from, from + shingleWords).join(' ')));
  }
  return hashes;
}
