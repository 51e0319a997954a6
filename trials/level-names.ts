import type { Assurance, TestOutcome } from '../core/schemas/verdict';

/** MERGE: `assuranceLevels` of the core, and its `Assurance`. */
export const levels = ['data', 'objects', 'shared'] as const;
export type Level = (typeof levels)[number];

/** MERGE: the level itself; boxes know `split` and `shared` only. */
export function toAssurance(level: Level): Assurance {
  return level === 'shared' ? 'shared' : 'split';
}

/** MERGE: `outcome.handles === true`. */
export function usedHandles(outcome: TestOutcome): boolean {
  return (outcome as { readonly handles?: boolean }).handles === true;
}
