import type { DialogueTurn } from '../../schemas/source-row';
import type { ToldRow } from '../method';

/** The turns that the source has. */
export function asGiven({ planned: { row } }: ToldRow): readonly DialogueTurn[] {
  return (
    row.turns ?? [
      { role: 'user', content: row.query },
      { role: 'assistant', content: row.answer },
    ]
  );
}
