import { z } from 'zod';

import {
  dialogueStops,
  Feedback,
  feedbackSources,
  feedbackTests,
  Patience,
  refinementProfiles,
  Round,
} from '../../schemas/dialogue';
import { CallRef } from '../../schemas/model';

/** What a dialogue's part of a run's configuration is. */
export const dialogueMembers = {
  kind: z.literal('dialogue'),
  dialogue: z.strictObject({
    /** Most programs that the model is asked for, the first one included. */
    rounds: z.int().min(1).max(100),
    feedback: z.enum(feedbackSources),
    feedbackTests: z.enum(feedbackTests),
    profile: z.enum(refinementProfiles),
    /** Plays the person and the oracle; absent: the model itself. */
    humanModel: z.string().min(1).optional(),
    /** Of `person` alone. */
    patience: Patience.optional(),
    /** Tokens of a request at most; older rounds are left out beyond. Absent: no limit of ours. */
    contextTokens: z.int().positive().optional(),
    /** Tokens that the dialogue may use in all; it ends with `budget` beyond. Absent: no limit. */
    tokenBudget: z.int().positive().optional(),
  }),
};

/** What a model call of a dialogue was used for. */
export const DialoguePurpose = z.object({
  kind: z.literal('dialogue'),
  /** Round id. */
  round: z.string(),
});

/** The record of a dialogue that has ended. */
export const DialogueOutcome = z.strictObject({
  kind: z.literal('dialogue'),
  /** null: it did not end normally: it was cancelled, or an error was final. */
  stop: z.enum(dialogueStops).nullable(),
  /** All branches, by ordinal. */
  rounds: z.array(Round),
  /** Ids of the branch that stands, in order. */
  branch: z.array(z.string()),
  /** Round whose program is the answer; null without any. */
  answer: z.string().nullable(),
  /** `answers[k]` = the round whose program would be the answer after k+1 rounds of the branch. */
  answers: z.array(z.string().nullable()),
  /** What people said, or who answered in their place, by round; absent: nobody was asked, or before that was kept. */
  said: z.record(z.string(), z.array(Feedback)).optional(),
  /** Calls that belong to no round: the simulated person's who answered for a person. */
  otherCalls: z.array(CallRef),
  /** A person took part. */
  steered: z.boolean(),
});
export type DialogueOutcome = z.infer<typeof DialogueOutcome>;

/** What people say in a dialogue is among its events (`schemas/dialogue.ts`). */
export const dialogueSchemas = {
  config: dialogueMembers,
  outcome: DialogueOutcome,
  purpose: DialoguePurpose,
  steering: null,
} as const;
