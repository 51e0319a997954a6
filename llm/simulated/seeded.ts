import { sha256Of } from '../sha256-of';

export type SeedPart = string | number;

/** Hash of a list of parts. The list is hashed as JSON, so no two different lists give the same text. */
export function hashOf(parts: readonly SeedPart[]): string {
  return sha256Of(JSON.stringify(parts));
}

/** A number from 0 (included) to 1 (excluded) that depends on the parts alone; 48 bits of it are even. */
export function unitOf(parts: readonly SeedPart[]): number {
  return Number.parseInt(hashOf(parts).slice(0, 12), 16) / 2 ** 48;
}

/** An order that depends on the seed and the items' keys alone, never on theirs. Keys must be distinct. */
export function permute<T>(
  items: readonly T[],
  seed: readonly SeedPart[],
  keyOf: (item: T) => string,
): readonly T[] {
  return items
    .map((item) => ({ item, key: keyOf(item), place: hashOf([...seed, keyOf(item)]) }))
    .sort((left, right) => compare(left.place, right.place) || compare(left.key, right.key))
    .map(({ item }) => item);
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
