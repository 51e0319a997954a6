import type { Gate } from './gate';
import { turnName } from './turn-parts';

/** The stored form (spec 3.7): user and assistant alternate, and the assistant has the last word. */
export const roleOrder: Gate = {
  name: 'role-order',
  summary: 'The turns do not begin with the user, alternate and end with the assistant.',
  finds: ({ turns }) => {
    if (turns.length === 0) return 'the dialogue has no turns';
    const wrong = turns.findIndex(({ role }, place) => (role === 'user') !== (place % 2 === 0));
    if (wrong !== -1) {
      return `${turnName(turns, wrong)} should be ${wrong % 2 === 0 ? 'user' : 'assistant'}`;
    }
    return turns.length % 2 === 0 ? null : `${turnName(turns, turns.length - 1)} is the last one`;
  },
};
