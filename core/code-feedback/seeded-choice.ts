import { drawBelow, seededChance } from '../statistics/seeded-chance';
import { hashText } from './hash-text';

/** One of the options: the same one for the same seed and name. */
export function seededChoice<T>(options: readonly [T, ...T[]], seed: number, name: string): T {
  const place = drawBelow(seededChance(seed ^ hashText(name)), options.length);
  return options[place] ?? options[0];
}
