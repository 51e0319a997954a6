import type { SearchNode } from '../schemas/search';
import { scheduledNode } from './expansion';
import type { JudgedExpansion } from './judged-event';
import type { Expansion } from './method';

/** A node made ahead of its turn, which never came: paid, and not part of the tree. */
export function speculativeNode(
  expansion: Expansion,
  { made, decision }: JudgedExpansion,
): SearchNode {
  const { program, trajectory, visible, critique, words, score, calls } = made;
  const facts = { program, visible, critique, score, calls: [...calls], decision };
  return {
    ...scheduledNode(expansion),
    ...facts,
    ...(words === undefined ? {} : { words }),
    ...(trajectory === undefined ? {} : { trajectory }),
  };
}
