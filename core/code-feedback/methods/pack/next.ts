import type { RowStep } from '../../../kinds/dataset/schema';
import type { NextStep, RowPlan } from '../../method';

/** Neighbours are found when all rows have their vectors. */
export function nextOfPack({ embeds }: RowPlan, done: readonly RowStep[]): NextStep {
  if (!embeds) return { kind: 'end', end: 'to-pack' };
  const [vector] = done;
  if (vector === undefined) return { kind: 'ask', speaker: 'embedder' };
  const isUnread = vector.kind === 'asked' && vector.unread;
  return { kind: 'end', end: isUnread ? 'no-vector' : 'to-pack' };
}
