import type { DatasetMethod } from '../names/dataset-methods';
import type { DatasetDialogueMethod } from './method';
import { asGiven } from './methods/as-given';
import { correct } from './methods/correct/correct';
import { followUp } from './methods/follow-up/follow-up';
import { noQuestion } from './methods/no-question';
import { pack } from './methods/pack/pack';
import { similar } from './methods/similar/similar';
import { simulate } from './methods/simulate/simulate';

/** Stores what the source has. Ours. */
const keep: DatasetDialogueMethod = {
  name: 'keep',
  mostCalls: () => 0,
  question: (_told, speaker) => noQuestion('keep', speaker),
  dialogue: asGiven,
};

/** The words of every method. What it does next is a row of `next-step.ts`. */
const datasetDialogueMethods: Readonly<Record<DatasetMethod, DatasetDialogueMethod>> = {
  pack,
  simulate,
  correct,
  similar,
  'follow-up': followUp,
  keep,
};

export function methodOf(name: DatasetMethod): DatasetDialogueMethod {
  return datasetDialogueMethods[name];
}
