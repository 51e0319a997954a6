import { closingWord } from './closing-word';
import { firstPerson } from './first-person';
import { firstWord } from './first-word';
import { labelled } from './labelled';
import { ofTheProgram } from './of-the-program';
import type { ReadSaying, Saying, SentenceInReply } from './saying';
import { sentencesRead } from './sentences-read';
import { soleWord } from './sole-word';
import { turned } from './turned';
import { hasAlternatives } from './words';

export interface PlacedSaying extends Saying {
  readonly at: number;
}

const ofLateSentences = [firstPerson, turned, ofTheProgram, soleWord, closingWord];

/** What holds of all that the sentences of a reply say: the clearest, and of such the last. null: they say nothing. */
export function clearestSaying(text: string): PlacedSaying | null {
  let holds: PlacedSaying | null = null;
  for (const sentence of sentencesRead(text)) {
    for (const read of waysToRead(sentence)) {
      const saying = read(sentence);
      if (saying !== null && overturns({ ...saying, at: sentence.at }, holds))
        holds = { ...saying, at: sentence.at };
    }
  }
  return holds;
}

/** The ways in which a sentence at its place may say something. */
function waysToRead(sentence: SentenceInReply): readonly ReadSaying[] {
  const ofSentences = hasAlternatives(sentence.text)
    ? []
    : sentence.isLate && !sentence.isPoint
      ? [labelled, ...ofLateSentences]
      : [labelled];
  return sentence.isPointwise ? ofSentences : [...ofSentences, firstWord];
}

/** Of two readings of one sentence that are as clear the first in the table holds. */
function overturns(saying: PlacedSaying, held: PlacedSaying | null): boolean {
  if (held === null) return true;
  const more = weightOf(saying) - weightOf(held);
  return more > 0 || (more === 0 && saying.at > held.at);
}

function weightOf({ clear, faint = false }: Saying): number {
  if (faint) return 0;
  return clear ? 2 : 1;
}
