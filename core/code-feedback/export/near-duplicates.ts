import { seededChance } from '../../statistics/seeded-chance';

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
  private readonly seen = new Map<string, string>();

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

function bandsOf(text: string): readonly string[] {
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
    [band, ...minima.slice(band * bandSize, (band + 1) * bandSize)].join('.'),
  );
}

function shinglesOf(text: string): ReadonlySet<number> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const hashes = new Set<number>();
  // A text of fewer words is one shingle.
  for (let from = 0; from <= Math.max(0, words.length - shingleWords); from += 1) {
    let hash = 0x811c9dc5;
    const shingle = words.slice(from, from + shingleWords).join(' ');
    for (let at = 0; at < shingle.length; at += 1) {
      hash = imul(hash ^ shingle.charCodeAt(at), 0x01000193);
    }
    hashes.add(hash >>> 0);
  }
  return hashes;
}
