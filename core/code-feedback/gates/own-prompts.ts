import { instructions } from '../prompts/dataset-prompts';
import { wordsOf } from './word-grams';

/** This many words of our prompts in a row cannot be chance. */
const runWords = 8;
/** A shorter sentence counts as a whole, and a line with a colon from fewer words on: it is a marker. */
const leastWords = { sentence: 6, marker: 4 };

interface OwnWords {
  readonly runs: ReadonlySet<string>;
  readonly sentences: ReadonlySet<string>;
}

/** Read out of the prompts themselves, once: another prompt is found without another pattern. */
const own = ownWords();

function ownWords(): OwnWords {
  const runs = new Set<string>();
  const sentences = new Set<string>();
  for (const sentence of instructions().flatMap(sentencesOf)) {
    const words = wordsOf(sentence);
    for (const run of runsOf(words)) runs.add(run);
    const least = sentence.includes(':') ? leastWords.marker : leastWords.sentence;
    if (words.length >= least && words.length < runWords) sentences.add(words.join(' '));
  }
  return { runs, sentences };
}

/** Words of our prompts in a text: eight in a row, or a whole shorter sentence. null: there are none. */
export function ownPromptIn(text: string): string | null {
  for (const sentence of sentencesOf(text)) {
    const words = wordsOf(sentence);
    const found = runsOf(words).find((run) => own.runs.has(run));
    if (found !== undefined) return found;
    if (own.sentences.has(words.join(' '))) return sentence.trim();
  }
  return null;
}

/** A colon does not end a sentence: what follows it belongs to the same instruction. */
function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?])\s+|\n/);
}

function runsOf(words: readonly string[]): readonly string[] {
  return words
    .slice(0, Math.max(0, words.length - runWords + 1))
    .map((_, place) => words.slice(place, place + runWords).join(' '));
}
