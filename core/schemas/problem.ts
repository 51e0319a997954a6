import { z } from 'zod';

import { assuranceLevels } from './verdict';

/** What a method and a model may see of a problem. */
export const Problem = z.strictObject({
  /** As published: `HumanEval/0`, `MBPP/11`. */
  id: z.string().min(1),
  /** `humaneval`, `mbpp`, `bundled`. */
  dataset: z.string().min(1),
  /** The task as the model reads it (HumanEval: the prompt; MBPP: the text and the function's name). */
  statement: z.string(),
  entryPoint: z.string().min(1),
  /** Python put before a program, with a newline between (HumanEval: the prompt; MBPP: empty). */
  preamble: z.string(),
  /** One self-contained `assert` statement each. May be empty. */
  visibleTests: z.array(z.string()),
  /** Python the visible tests need before them (MBPP `test_setup_code`); run after the program. */
  visibleSetup: z.string(),
  /**
   * How programs must be checked where the usual way, `split`, cannot: `shared` for results of hundreds of MB or tests
   * that reach into the program. Only a data set's adapter sets it.
   */
  assurance: z.enum(assuranceLevels).optional(),
});
export type Problem = z.infer<typeof Problem>;

/** Loaded by the grading activity alone; stored apart from the problem and never put in a history. */
export const HiddenCheck = z.strictObject({
  /** Runs after the program, before `test`. */
  setup: z.string(),
  /** The whole check: finishing without an exception is a pass. */
  test: z.string().min(1),
});
export type HiddenCheck = z.infer<typeof HiddenCheck>;

/** One row of a data set, as copied into the store when a run starts. */
export interface DatasetProblem {
  readonly problem: Problem;
  readonly hidden: HiddenCheck;
}
