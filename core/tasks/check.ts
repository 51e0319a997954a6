import type { ExpectedOutput } from '../grading/judge-script';
import type { CheckTask, ScriptTask } from '../ports/sandbox';
import type { Assurance, BoxLimits } from '../schemas/verdict';

/** How a run wants its programs checked. */
export interface CheckTerms {
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
}

/** Everything needed to check one program: `runCheck` runs it, and nobody else. */
export type Check = FunctionCheck | ScriptCheck;

/** The same check with nothing else of this worker's running meanwhile: the second opinion on a stopped program. */
export function aloneCheck(check: Check): Check {
  return check.kind === 'function'
    ? { ...check, task: { ...check.task, alone: true } }
    : { ...check, task: { ...check.task, alone: true } };
}
