import { z } from 'zod';

import { generators } from '../names/harness-plan';

const names = z.string().transform((text) => text.split(/,\s*/u));
const expected = z.string().min(1).optional();

/** What a part of a suite is: `# %% probe empty`. */
export const SuitePartKind = z.enum(['source', 'probe', 'candidate']);
export type SuitePartKind = z.infer<typeof SuitePartKind>;

/** Candidates that are made from the definition itself. */
export const madeCandidates = ['gold', 'stub', 'wrong', 'empty', 'misnamed'] as const;

/** What stands above the parts of a suite, as `# criterion: A2`. */
export const SuiteHead = z.strictObject({
  /** Of the specification. */
  criterion: z.string().min(1),
  /** Folder of the package, from the folder of suites; default: the parts `source`. */
  source: z.string().min(1).optional(),
});

/** What stands above the cases of a probe. It names one of the last five. */
export const ProbeHead = z.strictObject({
  /** `<path>::<qualname>#<n>` in the suite's source. */
  function: z.string().min(1),
  /** File with the cases, from the folder of suites, where they do not follow. */
  cases: z.string().min(1).optional(),
  /** Who makes the cases, where none are planted. */
  generators: names.pipe(z.array(z.enum(generators))).optional(),
  /**
   * Of `madeCandidates`, a part `candidate` of the suite, or a folder (`.../`) of which each file is one. Several are a probe each; without `verdict`, `gold` passes, and nothing else does.
   */
  candidates: names.optional(),
  /** All of it ends within so many seconds. */
  within: z
    .string()
    .regex(/^\d+ s$/u)
    .optional(),
  /** Whether the original passes all cases twice alike: `valid`. */
  reference: expected,
  /** What the plan ends with: `accepted`, or a reason as tables name it. */
  plan: expected,
  /** How many branches the cases take: `1 of 2 branches`. */
  covers: expected,
  /** What the original does, in the words that pages say it in. */
  says: expected,
  /** What becomes of the candidate. */
  verdict: expected,
});
export type ProbeHead = z.infer<typeof ProbeHead>;
