import { z } from 'zod';

import { FunctionHidden, FunctionProblem } from './function';
import { HarnessHidden, HarnessProblem } from './harness/harness';
import { PatchHidden, PatchProblem } from './patch/patch';
import { ScriptHidden, ScriptProblem } from './script';

/** Rows that were stored before there was a second kind say none. */
const kindSaid = (row: unknown): unknown =>
  typeof row === 'object' && row !== null && !('kind' in row) ? { kind: 'function', ...row } : row;

/** What a method and a model may see of a problem; each kind is defined in `core/tasks`. */
export const Problem = z.preprocess(
  kindSaid,
  z.discriminatedUnion('kind', [FunctionProblem, ScriptProblem, HarnessProblem, PatchProblem]),
);
export type Problem = z.infer<typeof Problem>;

/** Loaded by the grading activity alone; stored apart from the problem and never put in a history. */
export const HiddenCheck = z.preprocess(
  kindSaid,
  z.discriminatedUnion('kind', [FunctionHidden, ScriptHidden, HarnessHidden, PatchHidden]),
);
export type HiddenCheck = z.infer<typeof HiddenCheck>;

/** One row of a data set, as copied into the store when a run starts. */
export interface DatasetProblem {
  readonly problem: Problem;
  readonly hidden: HiddenCheck;
}

/** As stored and hashed: a function's kind is left out, so that rows and hashes from before there was a second kind stay. */
export function recordedForm<Row extends Problem | HiddenCheck>(row: Row): object {
  return { ...row, kind: row.kind === 'function' ? undefined : row.kind };
}
