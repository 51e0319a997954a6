import type { SourceRow } from '../../schemas/source-row';
import type { Gate, GatedDialogue } from './gate';
import { blocksOf, turnName } from './turn-parts';

/** The paper lets a model write only the prose before a reference solution (OpenCodeInterpreter, LeetCode methods). */
export const changedCode: Gate = {
  name: 'changed-code',
  summary: 'A reference solution of a problem is not in its turn exactly as in the source.',
  finds: (dialogue) => {
    const answers = dialogue.turns.flatMap(({ role }, place) =>
      role === 'assistant' ? [place] : [],
    );
    for (const [nth, solution] of expected(dialogue).entries()) {
      const place = answers[nth];
      if (place === undefined) return `solution ${String(nth + 1)} has no turn`;
      if (!hasSolution(dialogue.turns[place]?.content ?? '', solution)) {
        return `${turnName(dialogue.turns, place)} has other code than the source`;
      }
    }
    return null;
  },
};

/** Solutions in the order of the assistant turns. A second one that a model wrote is not known. */
function expected({ method, rows }: GatedDialogue): readonly string[] {
  const solutions = ({ problem }: SourceRow): readonly string[] => problem?.solutions ?? [];
  if (method === 'similar') return rows.flatMap((row) => solutions(row).slice(0, 1));
  if (method === 'follow-up') return rows.slice(0, 1).flatMap((row) => solutions(row).slice(0, 2));
  return [];
}

function hasSolution(content: string, solution: string): boolean {
  const wanted = withoutEnd(solution);
  return blocksOf(content).some(({ text }) => withoutEnd(text) === wanted);
}

/** The reader of fences drops CR, and the end of the last line belongs to the fence. */
function withoutEnd(code: string): string {
  return code.replaceAll('\r\n', '\n').replace(/\n+$/, '');
}
