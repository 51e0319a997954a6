import { z } from 'zod';

import { TaskSource } from './patch-task';

/** A bug for one definition of a repository. An activity plants it when its turn comes. */
export const BugToPlant = z.strictObject({
  path: z.string().min(1),
  qualname: z.string().min(1),
  /** Number of the definition among those of its name in the file, from 1. */
  n: z.int().positive(),
  first: z.int().positive(),
  last: z.int().positive(),
  /** Words of the mutants that are left out: no case of the harness noticed them. */
  unnoticed: z.array(z.string()),
  bug: z.discriminatedUnion('kind', [
    /** `nth` of `of` mutants that are spread over the definition, from 0. */
    z.strictObject({
      kind: z.literal('mutant'),
      nth: z.int().nonnegative(),
      of: z.int().positive(),
    }),
    z.strictObject({ kind: z.literal('removal') }),
  ]),
});
export type BugToPlant = z.infer<typeof BugToPlant>;

/** A change of a repository that may become a task, as it is stored when a run is planned. */
export const TaskCandidate = z.strictObject({
  id: z.string().min(1),
  /** Before the change. */
  source: TaskSource,
  /** Of a bug that is not planted yet: empty. */
  goldPatch: z.string(),
  /** Empty: the tests are those of the repository. */
  testPatch: z.string(),
  /** Empty: nothing says what is asked for. */
  statement: z.string(),
  /** ISO 8601, of the change. */
  createdAt: z.string(),
  /** What it was made of: a commit, or a planted bug. */
  madeOf: z.string(),
  /** Absent: the change is that of a commit. */
  bug: BugToPlant.optional(),
});
export type TaskCandidate = z.infer<typeof TaskCandidate>;
