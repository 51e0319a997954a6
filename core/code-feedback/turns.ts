import type { DialogueTurn } from '../schemas/source-row';

/** One turn for neighbours of one role, and no turn of the user at the end: roles alternate, and the assistant has the last word. */
export function alternating(turns: readonly DialogueTurn[]): readonly DialogueTurn[] {
  const joined: DialogueTurn[] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    if (last?.role === turn.role) {
      joined[joined.length - 1] = {
        role: turn.role,
        content: `${last.content}\n\n${turn.content}`,
      };
    } else joined.push(turn);
  }
  return joined.at(-1)?.role === 'user' ? joined.slice(0, -1) : joined;
}

/** A block as stored dialogues have it. The code stays as it is, byte by byte. */
export function pythonBlock(code: string): string {
  return `\`\`\`python\n${code.endsWith('\n') ? code : `${code}\n`}\`\`\``;
}
