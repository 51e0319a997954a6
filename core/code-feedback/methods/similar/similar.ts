import type { DialogueTurn } from '../../../schemas/source-row';
import type { DatasetDialogueMethod, ToldRow } from '../../method';
import { introducedCode, introductionQuestion } from '../introduction';
import { noQuestion } from '../no-question';

/** Two to four similar problems, each with its solution (OpenCodeInterpreter, section 2, from LeetCode). */
export const similar: DatasetDialogueMethod = {
  name: 'similar',
  // Four problems. Each text may be asked for twice.
  mostCalls: () => 8,
  question: (told, speaker) => {
    if (speaker !== 'introducer') return noQuestion('similar', speaker);
    const { query, code } = problemAt(told, textsOf(told).length);
    return introductionQuestion(dialogue(told), query, code);
  },
  dialogue,
};

/** As far as there are texts. */
function dialogue(told: ToldRow): readonly DialogueTurn[] {
  return textsOf(told).flatMap((text, place): DialogueTurn[] => {
    const { query, code } = problemAt(told, place);
    return [{ role: 'user', content: query }, introducedCode(text, code)];
  });
}

function textsOf({ steps }: ToldRow): readonly string[] {
  return steps.flatMap((step) => (step.kind === 'asked' ? (step.value ?? []) : []));
}

function problemAt({ planned }: ToldRow, place: number): { query: string; code: string } {
  const row = [planned.row, ...planned.partners][place];
  return { query: row?.query ?? '', code: row?.problem?.solutions[0] ?? '' };
}
