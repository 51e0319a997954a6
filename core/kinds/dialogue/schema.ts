import { z } from 'zod';

import {
  dialogueStops,
  Feedback,
  feedbackSources,
  feedbackTests,
  Patience,
  refinementPromptSets,
  Round,
} from '../../schemas/dialogue';
import { CallRef } from '../../schemas/model';

/** The part of the configuration of a run for dialogues. */
export const dialogueMembers = {
  kind: z.literal('dialogue'),
  dialogue: z.strictObject({
    /** Maximum number of requested programs, including the first. */
    rounds: z.int().min(1).max(100),
    feedback: z.enum(feedbackSources),
    feedbackTests: z.enum(feedbackTests),
    profile: z.enum(refinementPromptSets),
    /** Model that plays the person and the oracle. Absent: the model itself. */
    humanModel: z.string().min(1).optional(),
    /** Only for `person`. */
    patience: Patience.optional(),
    /** Maximum tokens of a request. Older rounds are left out beyond it. Absent: no limit of ours. */
    contextTokens: z.int().positive().optional(),
    /** Maximum tokens of the dialogue. Beyond it, the dialogue ends with `budget`. Absent: no limit. */
    tokenBudget: z.int().positive().optional(),
  }),
};

/** The purpose of a model call of a dialogue. */
export const DialoguePurpose = z.object({
  kind: z.literal('dialogue'),
  round: z.string(),
});

/** The record of a dialogue that has ended. */
export const DialogueOutcome = z.strictObject({
  kind: z.literal('dialogue'),
  /** null: the dialogue did not end normally. It was cancelled, or an error was final. */
  stop: z.enum(dialogueStops).nullable(),
  /** Rounds of all branches, by ordinal. */
  rounds: z.array(Round),
  /** Ids of the rounds of the present branch, in order. */
  branch: z.array(z.string()),
  /** Round whose program is the answer. null: there is none. */
  answer: z.string().nullable(),
  /** `answers[k]` = the round whose program would be the answer after k+1 rounds of the branch. */
  answers: z.array(z.string().nullable()),
  /** Feedback of people or simulated people, by round. Absent: nobody was asked, or it was before this was recorded. */
  said: z.record(z.string(), z.array(Feedback)).optional(),
  /** Calls that belong to no round: those of a simulated person who answered for a person. */
  otherCalls: z.array(CallRef),
  /** Whether a person took part. */
  steered: z.boolean(),
});
export type DialogueOutcome = z.infer<typeof DialogueOutcome>;

/** The words of people are among the events of a dialogue (`schemas/dialogue.ts`). */
export const dialogueSchemas = {
  config: dialogueMembers,
  outcome: DialogueOutcome,
  purpose: DialoguePurpose,
  steering: null,
} as const;
