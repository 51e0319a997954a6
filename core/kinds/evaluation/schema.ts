import { z } from 'zod';

import { sampleForms } from '../../names/sample-forms';
import { sanitiserNames } from '../../names/sanitisers';
import { Sha256 } from '../../schemas/sha256';

/** The part of the configuration of a run for evaluations. */
export const evaluationMembers = {
  kind: z.literal('evaluation'),
  evaluation: z.strictObject({
    /** Base name of the file or folder of the samples. */
    source: z.string().min(1),
    /** Name of the samples in tables, if it is not `source`. It is not part of the identity of the run. */
    name: z.string().min(1).optional(),
    /** sha256 of the stored `SamplePages`. */
    pages: Sha256,
    /** Number of samples of each problem, in the order of the problems. Absent: the number of the run for each. */
    counts: z.array(z.int().positive()).optional(),
    /** The sanitiser with its version: another version may make other programs from the same texts. */
    sanitiser: z.strictObject({ name: z.enum(sanitiserNames), version: z.int().positive() }),
    /** Problems of the data set without a sample. A person allowed them to be left out. */
    missing: z.array(z.string()),
    /** Hash of the unpacked file of the data set, by which EvalPlus names it. */
    datasetMd5: z.string().length(32),
  }),
};

/** Outcome of a sample: the program that was graded after its text was sanitised. */
export const EvaluationOutcome = z.strictObject({
  kind: z.literal('evaluation'),
  /** sha256 of the executed program. null: it was not executed. */
  program: Sha256.nullable(),
  /** The sanitiser did not finish with the text, which was executed as written. */
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

/** Stored samples, in the order of the attempts of the run. */
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

/** sha256 of each stored `SamplePage`, in order. Every page except the last is full. */
export const SamplePages = z.array(Sha256).min(1);
export type SamplePages = z.infer<typeof SamplePages>;
