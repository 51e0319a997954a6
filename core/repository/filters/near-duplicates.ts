import type { Rejection, Selection } from './select-definitions';

/** A definition among those of many repositories. */
export interface Hashed {
  /** With the repository's own name before it. */
  readonly id: string;
  readonly astHash: string;
}

/** One definition of each body, the first in order, so that copies count once. The others are rejected, naming it. */
export function withoutNearDuplicates<Kept extends Hashed>(
  definitions: readonly Kept[],
): Selection<Kept> {
  const first = new Map<string, string>();
  const accepted: Kept[] = [];
  const rejected: Rejection[] = [];
  for (const definition of definitions) {
    const of = first.get(definition.astHash);
    if (of === undefined) {
      first.set(definition.astHash, definition.id);
      accepted.push(definition);
    } else {
      rejected.push({ id: definition.id, filter: 'near-duplicate', of });
    }
  }
  return { accepted, rejected };
}
