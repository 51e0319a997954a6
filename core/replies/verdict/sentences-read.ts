import { lastLines } from '../last-lines';
import { placedSentences } from '../placed-sentences';
import type { PlacedSentence } from '../placed-sentences';
import { answersPoint } from './answers-point';
import type { SentenceInReply } from './saying';

/** So much of a reply's beginning and end is read: verdicts stand there, and the text is hostile. */
const headRead = 400;
const tailRead = 8_000;

/** The sentences in which a verdict is looked for, with what their places tell: of a long text its first and the late ones. */
export function sentencesRead(text: string): readonly SentenceInReply[] {
  const sentences = firstAndLate(text);
  const late = new Set(lastLines(text));
  const isPointwise = [...late].filter(answersPoint).length > 1;
  const lastLine = sentences.findLastIndex(({ begins }) => begins);
  return sentences.map((sentence, place) => {
    const before = sentences[place - 1]?.text;
    return {
      ...sentence,
      isFirst: place === 0 && sentence.at < headRead,
      isLast: place === sentences.length - 1,
      isLate: late.has(sentence.line),
      isOfLastLine: place >= lastLine,
      isPointwise,
      isPoint: isPointwise && answersPoint(sentence.line),
      question: before?.endsWith('?') === true ? before : null,
    };
  });
}

function firstAndLate(text: string): readonly PlacedSentence[] {
  const end = text.length - tailRead;
  if (end <= headRead) return placedSentences(text);
  const first = placedSentences(text.slice(0, headRead)).slice(0, 1);
  const late = placedSentences(text.slice(end));
  return [...first, ...late.map((sentence) => ({ ...sentence, at: end + sentence.at }))];
}
