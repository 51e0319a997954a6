import type { DatasetMethod } from '../names/dataset-methods';
import type { DatasetDialogueMethod } from './method';
import { correct } from './methods/correct/correct';
import { followUp } from './methods/follow-up/follow-up';
import { noQuestion } from './methods/no-question';
import { similar } from './methods/similar/similar';
import { simulate } from './methods/simulate/simulate';

/** Rows whose dialogue is made without a model: `keep` stores what the source has, and `pack` is made at the export. */
function asGiven(name: 'keep' | 'pack'): DatasetDialogueMethod {
  return {
    name,
    mostCalls: () => 0,
    question: (_told, speaker) => noQuestion(name, speaker),
    dialogue: ({ planned: { row } }) =>
      row.turns ?? [
        { role: 'user', content: row.query },
        { role: 'assistant', content: row.answer },
      ],
  };
}

/** The words of every method. What it does next is a row of `next-step.ts`. */
const datasetDialogueMethods: Readonly<Record<DatasetMethod, DatasetDialogueMethod>> = {
  pack: asGiven('pack'),
  simulate,
  correct,
  similar,
  'follow-up': followUp,
  keep: asGiven('keep'),
};

export function methodOf(name: DatasetMethod): DatasetDialogueMethod {
  return datasetDialogueMethods[name];
}
