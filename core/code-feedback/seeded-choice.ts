import { drawBelow, seededChance } from '../statistics/seeded-chance';

const { imul } = Math;

/** One of the options: the same one for the same seed and name. */
export function seededChoice<T>(options: readonly [T, ...T[]], seed: number, name: string): T {
  const place = drawBelow(seededChance(seed ^ fnv1a(name)), options.length);
  return options[place] ?? options[0];
}

/** FNV-1a over UTF-16 code units. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}
