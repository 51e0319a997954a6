import { assertNever } from '../values/assert-never';
import type { ExpectedOutput } from './judge-script';
import type { CheckTask, HarnessTask, ScriptTask } from '../adapters/sandbox';
import type { ComparisonPolicy } from '../python-values/comparison-policy';
import type { CaseRecord } from '../python-values/case-record';
import type { Grading } from '../schemas/grading';
import type { Assurance, BoxLimits } from '../schemas/verdict';

/** How a run wants its programs checked. */
export interface CheckTerms {
  /** Absent: our own way to grade, `strict`. Of hidden tests alone. */
  readonly grading?: Grading | undefined;
  /** Of each test. */
  readonly limits: BoxLimits;
  readonly seed: number;
  /** The level found for the problem. */
  readonly assurance: Assurance;
}

/** Tests that run beside the program, in the sandbox. */
export interface FunctionCheck {
  readonly kind: 'function';
  readonly task: CheckTask;
}

/** One run of a program as `__main__`. */
export interface ScriptTest {
  readonly stdin: string;
  /** null: it has to end well, whatever it writes. */
  readonly expected: ExpectedOutput | null;
}

/** Runs of a program as `__main__`, whose outputs are compared outside the sandbox. */
export interface ScriptCheck {
  readonly kind: 'script';
  readonly task: Omit<ScriptTask, 'stdin'>;
  /** At least one: nothing passes by not having been tested. */
  readonly tests: readonly ScriptTest[];
  /** `one`: it ends with the first test that fails, which is the outcome; else all passed. */
  readonly outcomes: 'per-test' | 'one';
  /** Of an outcome that is one: it says what became of each test, up to the first that was not passed, or of all of them. */
  readonly marked?: 'until-failure' | 'all';
}

/** Cases of a harness, whose outcomes are compared outside the sandbox. */
export interface HarnessCheck {
  readonly kind: 'harness';
  readonly task: HarnessTask;
  /** Records of the reference, for each part of the task. */
  readonly expected: readonly (readonly CaseRecord[])[];
  /** What people and models are shown of each part; never handed to a cell. */
  readonly texts: readonly string[];
  readonly policy: ComparisonPolicy;
  /** `one`: the first part that is not passed, else that all are. */
  readonly outcomes: 'per-part' | 'one';
}

/** Everything needed to check one program: `runCheck` runs it, and nobody else. */
export type Check = FunctionCheck | ScriptCheck | HarnessCheck;

/** The same check with nothing else of this worker's running meanwhile: the second opinion on a stopped program. */
export function aloneCheck(check: Check): Check {
  switch (check.kind) {
    case 'function':
      return { ...check, task: { ...check.task, alone: true } };
    case 'script':
      return { ...check, task: { ...check.task, alone: true } };
    case 'harness':
      return { ...check, task: { ...check.task, alone: true } };
    default:
      return assertNever(check);
  }
}
