import type { DialogueTurn } from '../../../schemas/source-row';
import type { DatasetDialogueMethod, SpeakerQuestion, ToldRow } from '../../method';
import { followUps, rewriterDuties, rewritingRequest } from '../../prompts/problem-prompts';
import { seededChoice } from '../../seeded-choice';
import { introducedCode, introductionQuestion } from '../introduction';
import { noQuestion } from '../no-question';

/** A problem that is solved in two ways (OpenCodeInterpreter, section 2). */
export const followUp: DatasetDialogueMethod = {
  name: 'follow-up',
  // Two texts, each of which may be asked for twice, and two rewritings.
  mostCalls: () => 6,
  question: (told, speaker) => {
    if (speaker === 'introducer') return introductionOf(told);
    if (speaker === 'rewriter') return rewriting(told);
    return noQuestion('follow-up', speaker);
  },
  dialogue,
};

function introductionOf(told: ToldRow): SpeakerQuestion {
  const before = dialogue(told);
  const code = solutionsOf(told)[before.length / 2] ?? '';
  const asked = before.length === 0 ? [] : [{ role: 'user', content: askedOf(told) } as const];
  return introductionQuestion([...before, ...asked], told.planned.row.query, code);
}

function rewriting(told: ToldRow): SpeakerQuestion {
  const { row } = told.planned;
  const failed = told.steps.findLast((step) => step.kind === 'tested' && !step.passed);
  const problem = row.problem ?? { setup: '', entryPoint: '' };
  const code = row.problem?.solutions[0] ?? '';
  return {
    messages: [
      { role: 'system', content: rewriterDuties },
      { role: 'user', content: rewritingRequest(row.query, problem, code, failed?.text ?? null) },
    ],
    temperature: undefined,
    repairs: 0,
    read: () => ({ ok: true, value: null }),
  };
}

/** As far as there are texts. */
function dialogue(told: ToldRow): readonly DialogueTurn[] {
  const solutions = solutionsOf(told);
  const texts = told.steps.flatMap((step) =>
    step.kind === 'asked' && step.speaker === 'introducer' ? (step.value ?? []) : [],
  );
  return texts.flatMap((text, place): DialogueTurn[] => [
    { role: 'user', content: place === 0 ? told.planned.row.query : askedOf(told) },
    introducedCode(text, solutions[place] ?? ''),
  ]);
}

/** Those that passed, in order. */
function solutionsOf({ steps }: ToldRow): readonly string[] {
  return steps.flatMap((step) => (step.kind === 'tested' && step.passed ? [step.code] : []));
}

function askedOf({ planned, recipe }: ToldRow): string {
  return seededChoice(followUps, recipe.seed, planned.row.id);
}
