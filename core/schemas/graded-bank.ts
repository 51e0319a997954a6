import { z } from 'zod';

import { AssuranceLevel, BoxLimits, verdictKinds } from './verdict';
import { Sha256 } from './sha256';

/** What a recorded reply comes to when it is read, run and graded. */
export const GradedReply = z.strictObject({
  /** sha256 of the reply. */
  reply: Sha256,
  /** null: it holds no program. */
  read: z
    .strictObject({
      /** sha256 of the program's text, as a run knows it. */
      program: Sha256,
      /** Of the recorded program that the bank takes it for, when it is asked about it. */
      recorded: Sha256,
      visible: z.strictObject({
        kind: z.enum(verdictKinds),
        passed: z.int().nonnegative(),
        total: z.int().positive(),
      }),
      hidden: z.enum(verdictKinds),
    })
    .nullable(),
});
export type GradedReply = z.infer<typeof GradedReply>;

/** The replies of a bank for one problem. */
export const GradedProblem = z.strictObject({
  problem: z.string().min(1),
  /** Visible tests that a program is run on, at least 1. */
  visibleTests: z.int().positive(),
  /**
   * Why the problem cannot be simulated: it is refused, or some of its programs have no verdict. null: it can. `again`: that
   * may change, and is tried again when the table is next asked for.
   */
  leftOut: z.strictObject({ why: z.string(), again: z.boolean() }).nullable(),
  /** Those that hold no program, and those whose program has a verdict: all of them where nothing is left out. */
  replies: z.array(GradedReply),
});
export type GradedProblem = z.infer<typeof GradedProblem>;

/** Everything that decides what is in a graded bank. */
export const GradingTerms = z.strictObject({
  /** Raised whenever a table of before would be read, or come to, otherwise. */
  format: z.literal(2),
  /** Of reading replies, and of grading. */
  extraction: z.int().positive(),
  grading: z.int().positive(),
  /** Of the sandbox that programs were run in. */
  fingerprint: z.string(),
  bank: Sha256,
  bankModel: z.string().nullable(),
  dataset: Sha256,
  /** Of the programs' own chance; not the seeds that are simulated. */
  seed: z.int().nonnegative(),
  limits: z.strictObject({ visible: BoxLimits, hidden: BoxLimits }),
  assurance: AssuranceLevel,
  problems: z.array(z.string()).min(1),
});
export type GradingTerms = z.infer<typeof GradingTerms>;
