import type { ParsedReply } from '../../../replies/parsed-reply';
import { unitVectorOf } from '../../../values/vector-text';
import type { DatasetDialogueMethod } from '../../method';
import { asGiven } from '../as-given';
import { noQuestion } from '../no-question';

/** Single-turn packing (OpenCodeInterpreter, section 2). A row is embedded here; the export packs it with its neighbours. */
export const pack: DatasetDialogueMethod = {
  name: 'pack',
  mostCalls: ({ models }) => (models.embedder === undefined ? 0 : 1),
  question: ({ planned }, speaker) => {
    if (speaker !== 'embedder') return noQuestion('pack', speaker);
    return {
      ...{ messages: [{ role: 'user', content: planned.row.query }], task: 'embedding' },
      ...{ temperature: undefined, repairs: 0, read: readVector },
    };
  },
  dialogue: asGiven,
};

function readVector(reply: string): ParsedReply<null> {
  if (unitVectorOf(reply) !== null) return { ok: true, value: null };
  return { ok: false, problem: 'it is not a vector, or all its numbers are 0' };
}
