import { z } from 'zod';

import { referenceTroubles } from './reference-trouble';
import { assuranceLevels } from './verdict';

/**
 * Who said which level a problem has: its reference, which passes there and nowhere higher; its data set's adapter; a
 * person; its kind, whose verdicts all have one level; or nobody, for want of a reference that passes anywhere.
 */
export const levelSayers = ['reference', 'adapter', 'person', 'kind', 'nobody'] as const;
export type LevelSayer = (typeof levelSayers)[number];

/** At which level programs for a problem are graded. */
export const ProblemLevel = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('found'),
    level: z.enum(assuranceLevels),
    by: z.enum(levelSayers),
    /** By nobody: whether there is a reference, which then passes nowhere. Absent where that was not recorded. */
    hasReference: z.boolean().optional(),
    /** Of a reference that does not pass the hidden tests: why. Absent: it passes, there is none, or that was not recorded. */
    reference: z.enum(referenceTroubles).optional(),
  }),
  /** It is worth less than the run asks for: no model is asked. `why`: of a test it holds a name at most. */
  z.strictObject({ kind: z.literal('refused'), why: z.string() }),
  /** Its own reference fails the tests that judge, so that verdicts would say little: no model is asked. */
  z.strictObject({ kind: z.literal('bad-reference'), why: z.string() }),
]);
export type ProblemLevel = z.infer<typeof ProblemLevel>;
