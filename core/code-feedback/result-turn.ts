import type { DialogueTurn } from '../schemas/source-row';

/** The beginning of a user turn that the interpreter wrote. Sources and our own rows differ in the blanks after it. */
const header = /^Execution result:[ \t]*\n?/;

/** What the interpreter says in a turn. null: the turn is the message of a person, or of an assistant. */
export function resultOf({ role, content }: DialogueTurn): string | null {
  return role === 'user' && header.test(content) ? content.replace(header, '') : null;
}
