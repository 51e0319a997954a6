import type { DialogueTurn } from '../../../core/schemas/source-row';
import { RowFault } from '../row-fault';
import type { FormRow } from '../source-form';
import { fencedLanguage } from '../unify';

/** A turn as a source has it. */
export interface GivenTurn {
  readonly role: string;
  readonly content: string;
}

/** Names of the two roles, in lower case. */
const roles: Readonly<Record<string, DialogueTurn['role']>> = {
  ...{ user: 'user', human: 'user' },
  ...{ assistant: 'assistant', gpt: 'assistant', chatgpt: 'assistant', model: 'assistant' },
};

/**
 * A row of a dialogue. Query and answer are its first pair; with more pairs it keeps its turns. System turns at its beginning are left
 * out, because no system turn is stored (OpenCodeInterpreter, section 2), and so is a last turn of the user that nobody answers.
 * @throws RowFault for other roles (tools), roles that do not alternate, a beginning without the user, or an empty turn
 */
export function dialogueRow(given: readonly GivenTurn[]): FormRow {
  const first = given.findIndex(({ role }) => role.toLowerCase() !== 'system');
  const turns = (first < 0 ? [] : given.slice(first)).map(toTurn);
  if (turns.at(-1)?.role === 'user') turns.pop();
  turns.forEach(({ role, content }, place) => {
    const expected = place % 2 === 0 ? 'user' : 'assistant';
    if (role !== expected) {
      throw new RowFault(`turn ${String(place + first + 1)} is not of the ${expected}`);
    }
    if (content.trim() === '') throw new RowFault(`turn ${String(place + first + 1)} is empty`);
  });
  const [query, answer] = turns;
  if (query === undefined || answer === undefined) {
    throw new RowFault('has no question with an answer');
  }
  const replies = turns.filter(({ role }) => role === 'assistant');
  return {
    ...{ query: query.content, answer: answer.content },
    // A first answer may have no code yet.
    lang: replies.map(({ content }) => fencedLanguage(content)).find((name) => name !== ''),
    ...(turns.length > 2 ? { turns } : {}),
  };
}

function toTurn({ role, content }: GivenTurn): DialogueTurn {
  const known = roles[role.toLowerCase()];
  if (known === undefined) throw new RowFault(`has a turn of ${JSON.stringify(role)}`);
  return { role: known, content };
}
