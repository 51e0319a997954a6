/** Receives the text of a model while it is written. Only the answer counts. */
export interface LiveAnswer {
  readonly onText: (piece: string) => void;
  /** The text so far does not count: sending failed, or another answer is requested. */
  readonly onRestart: () => void;
}
