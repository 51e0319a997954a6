import type { PlacedSentence } from '../placed-sentences';

export interface Saying {
  readonly accept: boolean;
  /** It can be of nothing but the whole: only another such word, or an object, overturns it. */
  readonly clear: boolean;
  /** Any other word is preferred to it, even one that is not clear: it may be a part of a form or of a list. */
  readonly faint?: boolean;
}

/** A sentence and what its place tells of it. */
export interface SentenceInReply extends PlacedSentence {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** It stands among the last lines, and in the last of them. */
  readonly isLate: boolean;
  readonly isOfLastLine: boolean;
  /** The last lines answer several points one by one; and this is one of these answers. */
  readonly isPointwise: boolean;
  readonly isPoint: boolean;
  /** The question right before it, which it may answer. */
  readonly question: string | null;
}

/** One way to say a verdict; null: the sentence does not. */
export type ReadSaying = (sentence: SentenceInReply) => Saying | null;
