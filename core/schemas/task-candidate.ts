import { z } from 'zod';

import { TaskSource } from './patch-task';

/** A change of a repository that may become a task, as it is stored when a run is planned. */
export const TaskCandidate = z.strictObject({
  id: z.string().min(1),
  /** Before the change. */
  source: TaskSource,
  goldPatch: z.string().min(1),
  testPatch: z.string().min(1),
  /** Empty: nothing says what is asked for. */
  statement: z.string(),
  /** ISO 8601, of the change. */
  createdAt: z.string(),
  /** What it was made of: a commit, or a planted bug. */
  madeOf: z.string(),
});
export type TaskCandidate = z.infer<typeof TaskCandidate>;
