/** Told what a model writes while it writes; what counts is the answer. */
export interface LiveAnswer {
  readonly onText: (piece: string) => void;
  /** What was told so far does not count: sending failed in mid-answer, or another answer is asked for. */
  readonly onRestart: () => void;
}
