import type { Fold } from './fold';

/** Dollars are summed as whole numbers of 1e-12, so that a sum, up to 9,000 USD, does not depend on the order of its parts. */
export const picosPerUsd = 1e12;

/** A sum of dollars that is unknown as soon as one of its parts is, and never smaller. */
export function knownSum(): Fold<number | null, number | null> {
  let sum: number | null = 0;
  return {
    add: (part) => {
      sum = sum === null || part === null ? null : sum + Math.round(part * picosPerUsd);
    },
    result: () => (sum === null ? null : sum / picosPerUsd),
  };
}
