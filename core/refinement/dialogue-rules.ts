import type { FeedbackSource, Patience } from '../schemas/dialogue';

export type DialogueRules =
  | {
      readonly of: 'problem';
      readonly rounds: number;
      readonly feedback: FeedbackSource;
      readonly patience: Patience | null;
      readonly tokenBudget: number | null;
    }
  | { readonly of: 'chat'; readonly blocks: number; readonly tokenBudget: number | null };
