import type { Fold } from './fold';

/** Dollars are summed in whole units of 1e-12, so that a sum of up to 9,000 USD does not depend on the order. */
export const picosPerUsd = 1e12;

/** A sum of dollars. It is unknown if one part is unknown, and it never becomes smaller. */
export function knownSum(): Fold<number | null, number | null> {
  let sum: number | null = 0;
  return {
    add: (part) => {
      sum = sum === null || part === null ? null : sum + Math.round(part * picosPerUsd);
    },
    result: () => (sum === null ? null : sum / picosPerUsd),
  };
}
