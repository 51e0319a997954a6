import type { FeedbackSource } from '../../schemas/dialogue';
import type { Problem } from '../../tasks/problem';

export interface PastRound {
  /** As the model gave it. */
  readonly reply: string;
  /** What was taken out of it; null: it holds none. */
  readonly program: string | null;
  readonly feedback: {
    readonly source: FeedbackSource;
    readonly text: string;
  };
}

export interface RefineInput {
  readonly problem: Problem;
  /** The branch so far, in order; none: the first round is asked for. */
  readonly rounds: readonly PastRound[];
}
