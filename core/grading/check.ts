import { assertNever } from '../values/assert-never';
import type { ExpectedOutput } from './judge-script';
import type { CheckTask, HarnessTask, PatchTask, ScriptTask } from '../adapters/sandbox';
import type { ComparisonPolicy } from '../python-values/comparison-policy';
import type { CaseRecord } from '../python-values/case-record';
import type { LogParserName } from '../names/log-parser-names';
import type { Grading } from '../schemas/grading';
import type { Assurance, BoxLimits } from '../schemas/verdict';

export interface CheckTerms {
  /** Absent: our own profile, `strict`. Only for hidden tests. */
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
  /** null: the program must end normally, whatever it writes. */
  readonly expected: ExpectedOutput | null;
}

/** Runs of a program as `__main__`, whose outputs are compared outside the sandbox. */
export interface ScriptCheck {
  readonly kind: 'script';
  readonly task: Omit<ScriptTask, 'stdin'>;
  /** At least one test, because a program without tests must not pass. */
  readonly tests: readonly ScriptTest[];
  /** `one`: the check ends with the first test that fails, and its outcome counts. If none fails, all passed. */
  readonly outcomes: 'per-test' | 'one';
  /** For a single outcome: it says the result of each test, up to the first that did not pass, or of all. */
  readonly marked?: 'until-failure' | 'all';
}

/** Cases of a harness, whose outcomes are compared outside the sandbox. */
export interface HarnessCheck {
  readonly kind: 'harness';
  readonly task: HarnessTask;
  /** Records of the reference, for each part of the task. */
  readonly expected: readonly (readonly CaseRecord[])[];
  /** The part of each that people and models see. It never goes to a cell. */
  readonly texts: readonly string[];
  readonly policy: ComparisonPolicy;
  /** `one`: the first part that did not pass. If there is none, all passed. */
  readonly outcomes: 'per-part' | 'one';
}

/** What decides of a patch, from the row of its task. */
export interface GoldTests {
  readonly failToPass: readonly string[];
  readonly passToPass: readonly string[];
}

/** `pass-and-fail`: a test passes if the log says so. `fail-only`: it passes unless the log says that it failed. */
export type EvalType = 'pass-and-fail' | 'fail-only';

/** A patch, and the tests that run in its repository. Their results are judged outside the sandbox. */
export interface PatchCheck {
  readonly kind: 'patch';
  readonly task: PatchTask;
  /** Of hidden tests. null: visible ones, an outcome for each. */
  readonly judged: {
    readonly gold: GoldTests;
    readonly parser: LogParserName;
    readonly evalType: EvalType;
    /** `strict`: all witnesses must agree. `swebench`: the log alone decides, as for the official harness. */
    readonly rules: 'strict' | 'swebench';
  } | null;
}

/** Everything needed to check one program. Only `runCheck` runs it. */
export type Check = FunctionCheck | ScriptCheck | HarnessCheck | PatchCheck;

/** The same check while nothing else of this worker runs: the second run of a stopped program. */
export function aloneCheck(check: Check): Check {
  switch (check.kind) {
    case 'function':
      return { ...check, task: { ...check.task, alone: true } };
    case 'script':
      return { ...check, task: { ...check.task, alone: true } };
    case 'harness':
      return { ...check, task: { ...check.task, alone: true } };
    case 'patch':
      return { ...check, task: { ...check.task, alone: true } };
    default:
      return assertNever(check);
  }
}
