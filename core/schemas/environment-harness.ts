import { z } from 'zod';

import { isComparable } from '../python-values/comparable';
import { generators } from '../names/harness-plan';
import { flakeCauses, plainHarnessReasons } from '../names/environment-reasons';
import { CaseRecord } from './environment-record';
import { Sha256 } from './sha256';

export const HarnessReason = z.union([
  z.strictObject({ code: z.enum(plainHarnessReasons) }),
  z.strictObject({ code: z.literal('flaky'), cause: z.enum(flakeCauses) }),
]);
export type HarnessReason = z.infer<typeof HarnessReason>;

/** How outcomes are compared (core/repository/compare/compare-outcomes.ts). */
export const ComparisonPolicy = z.strictObject({
  floats: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('exact') }),
    z.strictObject({
      kind: z.literal('close'),
      relative: z.number().min(0).max(1),
      absolute: z.number().nonnegative(),
    }),
  ]),
  messages: z.enum(['compared', 'not-compared']),
});
export type ComparisonPolicy = z.infer<typeof ComparisonPolicy>;

export const HarnessProvenance = z.strictObject({
  generator: z.enum(generators),
  /** Of the generator, from 1. */
  round: z.int().positive(),
  /** Of a model: which, and the identity of the answered call, under which the journal has prompt and reply. */
  model: z.strictObject({ name: z.string().min(1), call: Sha256 }).optional(),
  /** Seed of what draws inputs. */
  seed: z.int().nonnegative().optional(),
});
export type HarnessProvenance = z.infer<typeof HarnessProvenance>;

/** Cases of one generator, with their own imports and helpers: parts are run apart, so that names never clash. */
export const HarnessPart = z.strictObject({
  source: z.string().min(1),
  /** Those of its cases that the harness keeps. */
  cases: z.array(z.string().min(1)).min(1),
  /** Name to the sha256 of the stored text: the pickled bytes in base64. */
  blobs: z.record(z.string(), Sha256),
  provenance: HarnessProvenance,
});
export type HarnessPart = z.infer<typeof HarnessPart>;

/** Inputs for one definition; expected outcomes are kept apart. */
export const Harness = z.strictObject({
  /** `<repository>@<commit>::<path>::<qualname>#<n>`. */
  target: z.string().min(1),
  module: z.string().min(1),
  qualname: z.string().min(1),
  parts: z.array(HarnessPart).min(1),
  /** By which candidates are graded. */
  policy: ComparisonPolicy,
});
export type Harness = z.infer<typeof Harness>;

/** A part as cells run it and graders judge it. `source` is prepared: assertions are observations, expected values are gone. */
export const GradedPart = z
  .strictObject({
    source: z.string().min(1),
    /** As its author wrote it, for who is told of a case; absent: nobody is but by the shown case that it is of. */
    written: z.string().min(1).optional(),
    cases: z.array(z.string().min(1)).min(1),
    /** Name to base64. */
    blobs: z.record(z.string(), z.base64()),
    /** Never near a candidate. */
    expected: z.array(CaseRecord),
  })
  .refine(
    ({ cases, expected }) =>
      cases.length === expected.length && cases.every((name, at) => expected[at]?.case === name),
    'every case has its expected record, in the order of the cases',
  )
  .refine(
    ({ expected }) => expected.every(isComparable),
    'every expected record says something that candidates can be compared with',
  );
export type GradedPart = z.infer<typeof GradedPart>;

/** A case that a model is shown: an example of the docstring, or one of the harness that is told. */
export const ShownCase = z.strictObject({
  /** Python as the model reads it. */
  source: z.string().min(1),
  /** The one case that checks it. */
  part: GradedPart,
});
export type ShownCase = z.infer<typeof ShownCase>;

/** What grades candidates for an instance, whole: stored JSON that `graded` of the instance names. */
export const GradedHarness = z.strictObject({
  format: z.literal(1),
  /** Of the harness, in its order. */
  parts: z.array(GradedPart).min(1),
  /** Examples of the docstring that the original passes; may be empty. */
  shown: z.array(ShownCase),
});
export type GradedHarness = z.infer<typeof GradedHarness>;

const Share = z.number().min(0).max(1);

/** What the gates measured of an accepted harness. */
export const HarnessMeasures = z.strictObject({
  cases: z.int().positive(),
  /** null: there are no branches. */
  branchCoverage: Share.nullable(),
  lineCoverage: Share,
  mutation: z.strictObject({
    killed: z.int().nonnegative(),
    total: z.int().positive(),
    /** In words, with their lines. */
    survivors: z.array(z.string()),
  }),
  flakes: z.array(z.strictObject({ case: z.string(), cause: z.enum(flakeCauses) })),
  reruns: z.int().nonnegative(),
});
export type HarnessMeasures = z.infer<typeof HarnessMeasures>;
