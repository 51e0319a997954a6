import { z } from 'zod';

import { generators } from '../repository/plan/plan';
import { verdictKinds } from './verdict';

/** What has to come of a trial. */
export const TrialExpectation = z.discriminatedUnion('kind', [
  /** The reference passes all cases twice alike. */
  z.strictObject({ kind: z.literal('valid') }),
  /** What the plan ends with: `accepted`, or any of these reasons as tables name them. */
  z.strictObject({ kind: z.literal('plan'), ends: z.array(z.string().min(1)).min(1) }),
  /** Branches that the cases take, and how many there are. */
  z.strictObject({
    kind: z.literal('branches'),
    taken: z.int().nonnegative(),
    of: z.int().nonnegative(),
  }),
  /** What the reference does, in the words that pages say it in. */
  z.strictObject({ kind: z.literal('words'), words: z.string() }),
  /** The verdict on a candidate is one of these; empty: any but `passed`. */
  z.strictObject({ kind: z.literal('verdict'), verdicts: z.array(z.enum(verdictKinds)) }),
]);
export type TrialExpectation = z.infer<typeof TrialExpectation>;

export const SuiteTrial = z.strictObject({
  name: z.string().min(1),
  /** `<path>::<qualname>#<n>` in the suite's source. */
  function: z.string().min(1),
  /** A file of the suite with cases, in the place of what a generator gives. */
  harness: z.string().min(1).optional(),
  /** Without `harness`: who makes cases. */
  generators: z.array(z.enum(generators)).min(1).optional(),
  /** With `verdict`: `gold`, `stub`, `wrong`, `empty`, `misnamed`, or a file of the suite. */
  candidate: z.string().min(1).optional(),
  expect: TrialExpectation,
  /** All of it ends within so long. */
  withinMs: z.int().positive().optional(),
});
export type SuiteTrial = z.infer<typeof SuiteTrial>;

/** `manifest.json` of a suite: a folder with a small package and what has to become of its functions. */
export const SuiteManifest = z.strictObject({
  format: z.literal(1),
  /** Of the specification: `A2`. */
  criterion: z.string().min(1),
  /** One sentence. */
  about: z.string().min(1),
  /** Folder of the package, from the suite's own. */
  source: z.string().min(1).default('source'),
  trials: z.array(SuiteTrial),
  /** A trial for each file of a folder: a candidate for one function, which must not pass. */
  candidates: z
    .strictObject({
      folder: z.string().min(1),
      function: z.string().min(1),
      harness: z.string().min(1),
    })
    .optional(),
});
export type SuiteManifest = z.infer<typeof SuiteManifest>;
