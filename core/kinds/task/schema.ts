import { z } from 'zod';

import { madeTaskReasons } from '../../names/made-task-reasons';
import { Sha256 } from '../../schemas/sha256';

const Count = z.int().nonnegative();

/** The part of the configuration of a run that makes tasks. */
export const taskMembers = {
  kind: z.literal('task'),
  task: z.strictObject({
    /** Stored `TaskCandidate` of each id. */
    candidates: z.record(z.string(), Sha256),
    /** How often the tests run without the change, and with it. */
    times: z.int().min(1).max(20),
    /** Commits that were looked at and are no candidates, by reason. */
    passedOver: z.record(z.string(), Count),
  }),
};

/** What became of a candidate. */
export const TaskOutcome = z.strictObject({
  kind: z.literal('task'),
  /** null: it is a task. */
  rejected: z.strictObject({ reason: z.enum(madeTaskReasons), why: z.string() }).nullable(),
  /** sha256 of the stored row. */
  row: Sha256.nullable(),
  failToPass: Count,
  passToPass: Count,
  /** Left out of both lists. */
  flaky: z.array(z.string()),
});
export type TaskOutcome = z.infer<typeof TaskOutcome>;

/** It makes no model call. */
export const taskSchemas = {
  config: taskMembers,
  outcome: TaskOutcome,
  purpose: null,
  steering: null,
} as const;
