import type { ZodType } from 'zod';

import type { ProgramSearch } from '../adapters/python-reader';
import type { AskedCase } from './failed-case';
import type { FeedbackTests } from '../schemas/dialogue';
import type { LevelSources } from './level-of';
import type { VisibleResult } from '../schemas/search';
import type { Assurance, TestOutcome } from '../schemas/verdict';
import type { Check, CheckTerms } from '../grading/check';

/** Hidden tests that are shown to models: the base suite, or all that judge. */
export type HiddenFeedbackTests = Extract<FeedbackTests, 'base' | 'same'>;

/** Everything that is particular to one kind of task. A new kind is one of these and a row of the table. */
export interface TaskKind<Problem, Hidden> {
  readonly problem: ZodType<Problem>;
  readonly hidden: ZodType<Hidden>;
  /** What a program for it is, as prompts say it: `the complete Python function f`. */
  readonly askedFor: (problem: Problem) => string;
  /** The problem as every agent reads it: never anything of the hidden tests. */
  readonly describe: (problem: Problem) => string;
  /** What a reply's program must define; null: it is a whole program. */
  readonly entryPoint: (problem: Problem) => ProgramSearch['entryPoint'];
  /** The text that is executed for a program. */
  readonly executed: (problem: Problem, program: string) => string;
  /** What a sample has as its `completion`; its `solution` is the executed text. */
  readonly completion: (problem: Problem, program: string) => string;
  /** The text that is executed for what goes on right where the problem's code ends, somebody's sample. */
  readonly continued: (problem: Problem, completion: string) => string;
  /** One outcome per visible test; of a problem without any, one that says whether the program is one at all. */
  readonly visibleCheck: (problem: Problem, program: string, terms: CheckTerms) => Check;
  /** One outcome per suite, the base first; of most problems one. */
  readonly hiddenCheck: (
    row: { readonly problem: Problem; readonly hidden: Hidden },
    program: string,
    terms: CheckTerms,
  ) => Check;
  /** The hidden check of the base suite or of all, as feedback is taken from it: an outcome for each, which ends at its first failing case. */
  readonly casesCheck: (
    row: { readonly problem: Problem; readonly hidden: Hidden },
    asked: { readonly program: string; readonly tests: HiddenFeedbackTests },
    terms: CheckTerms,
  ) => Check;
  /** What a visible test is about, as far as its text tells. */
  readonly askedCase: (problem: Problem, test: number) => Pick<AskedCase, 'input' | 'expected'>;
  /** What says at which level its programs are graded; a level: all programs of this kind are. */
  readonly levelSources: (row: {
    readonly problem: Problem;
    readonly hidden: Hidden;
  }) => LevelSources | Assurance;
  /** What models are shown of a visible check: a pure function of program and tests, at most 2,500 characters. */
  readonly feedback: (problem: Problem, outcomes: readonly TestOutcome[]) => string;
  /** The outcomes by what the tests are for. Absent: all are of one sort. */
  readonly groups?: (
    problem: Problem,
    outcomes: readonly TestOutcome[],
  ) => NonNullable<VisibleResult['groups']>;
}
