import type { Fold } from './fold';

/** Parts of a dollar that are whole numbers, so that their sum does not depend on the order in which they come. */
const perDollar = 1e12;

/** A sum of dollars that is unknown as soon as one of its parts is, and never smaller. */
export function knownSum(): Fold<number | null, number | null> {
  let sum: number | null = 0;
  return {
    add: (part) => {
      sum = sum === null || part === null ? null : sum + Math.round(part * perDollar);
    },
    result: () => (sum === null ? null : sum / perDollar),
  };
}
