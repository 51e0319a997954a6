import { z } from 'zod';

import { sampleForms } from '../../names/sample-forms';
import { sanitiserNames } from '../../names/sanitisers';
import { Sha256 } from '../../schemas/sha256';

/** What an evaluation's part of a run's configuration is. */
export const evaluationMembers = {
  kind: z.literal('evaluation'),
  evaluation: z.strictObject({
    /** Base name of the file or the folder that the samples are from. */
    source: z.string().min(1),
    /** What a person calls them in tables, where that is not `source`; no part of what the run is. */
    name: z.string().min(1).optional(),
    /** sha256 of the stored `SamplePages`. */
    pages: Sha256,
    /** How many samples each problem has, in the order of the problems; absent: as many as the run says, each of them. */
    counts: z.array(z.int().positive()).optional(),
    /** With its version: another one may make other programs of the same texts. */
    sanitiser: z.strictObject({ name: z.enum(sanitiserNames), version: z.int().positive() }),
    /** Problems of the data set that have no sample: left out, on a person's word. */
    missing: z.array(z.string()),
    /** Of the data set's file, unpacked: what EvalPlus names it by. */
    datasetMd5: z.string().length(32),
  }),
};

/** What a sample came to: the program that was graded, once its text was sanitised. */
export const EvaluationOutcome = z.strictObject({
  kind: z.literal('evaluation'),
  /** sha256 of the program as it was executed; null: it never came to that. */
  program: Sha256.nullable(),
  /** The sanitiser came to no end with its text, which was executed as it was written. */
  unsanitised: z.literal(true).optional(),
});
export type EvaluationOutcome = z.infer<typeof EvaluationOutcome>;

/** An evaluation makes no model call. */
export const evaluationSchemas = {
  config: evaluationMembers,
  outcome: EvaluationOutcome,
  purpose: null,
  steering: null,
} as const;

/** Samples as they are kept, in the order of the run's attempts. */
export const SamplePage = z.array(
  z.strictObject({
    problem: z.string().min(1),
    sample: z.int().nonnegative(),
    form: z.enum(sampleForms),
    text: z.string(),
    row: z.string().nullable(),
    place: z.int().nonnegative(),
  }),
);
export type SamplePage = z.infer<typeof SamplePage>;

/** sha256 of each stored `SamplePage`, in order; every page but the last is full. */
export const SamplePages = z.array(Sha256).min(1);
export type SamplePages = z.infer<typeof SamplePages>;
