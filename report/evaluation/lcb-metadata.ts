import { assertNever } from '../../core/values/assert-never';
import { cutMiddle } from '../../core/grading/cut-middle';
import { callCases } from '../../core/grading/profiles/function-form';
import { lcbProfile } from '../../core/grading/profiles/lcb';
import { wholeOutcome } from '../../core/grading/whole-outcome';
import type { HiddenCheck } from '../../core/tasks/problem';
import type { TestOutcome } from '../../core/schemas/verdict';
import { failedIndex } from './known-verdict';

/** What LiveCodeBench says of a failure, under its names; -5 is a program that left no result. */
export interface LcbMetadata {
  readonly error_code?: -1 | -2 | -3 | -4 | -5;
  readonly error_message?: string;
  /** Of an exception. */
  readonly error?: string;
  readonly inputs?: string;
  readonly expected?: string;
  readonly output?: string;
}

/**
 * Empty for a pass. Input and expected output are those of the record, else of the hidden test that is marked as the first failure; a
 * failure of which neither is known has its code alone, and words.
 */
export function lcbMetadata(
  outcomes: readonly TestOutcome[],
  hidden: HiddenCheck | undefined,
): LcbMetadata {
  const whole = wholeOutcome(outcomes);
  const code = errorCode(whole);
  if (code === null) return {};
  const { actual, error } = whole;
  const asked = whole.case ?? markedCase(whole, hidden);
  return {
    error_code: code,
    error_message: messages[code],
    ...(error === undefined || code === -2 ? {} : { error: cut(error) }),
    ...(asked === null ? {} : { inputs: cut(asked.input), expected: cut(asked.expected) }),
    ...(actual === undefined ? {} : { output: cut(actual) }),
  };
}

type ErrorCode = NonNullable<LcbMetadata['error_code']>;

const messages: Readonly<Record<ErrorCode, string>> = {
  [-1]: 'Global Timeout',
  [-2]: 'Wrong Answer',
  [-3]: 'Time Limit Exceeded',
  [-4]: 'Runtime Error',
  [-5]: 'TestRunnerError',
};

/** The tool's own where cases were marked, of the first that was not passed; else by the verdict. null: it passed. */
function errorCode(outcome: TestOutcome): ErrorCode | null {
  const verdict = lcbProfile.verdict([outcome]);
  if (verdict.passed || verdict.tool !== 'lcb') return null;
  const code = verdict.codes?.find((one) => one !== true);
  // A call with another result is `false` among the codes.
  if (code === false) return -2;
  if (typeof code === 'number') return code;
  return codeOfKind(outcome.kind);
}

function codeOfKind(kind: TestOutcome['kind']): ErrorCode {
  switch (kind) {
    case 'passed':
    case 'failed':
      return -2;
    case 'raised':
    case 'no-program':
    case 'memory-limit':
      return -4;
    case 'timed-out':
      return -3;
    case 'exited-early':
    case 'output-limit':
    case 'killed-by-signal':
      return -5;
    default:
      return assertNever(kind);
  }
}

/** Input and expected output of the first case that is marked as failed. */
function markedCase(
  outcome: TestOutcome,
  hidden: HiddenCheck | undefined,
): { readonly input: string; readonly expected: string } | null {
  const index = failedIndex(outcome);
  if (index === null || hidden === undefined) return null;
  if (hidden.kind === 'script') {
    const test = hidden.tests[index];
    return test === undefined ? null : { input: test.stdin, expected: test.stdout };
  }
  if (hidden.kind !== 'function') return null;
  const call = callCases(hidden.test)[index];
  return call === undefined ? null : { input: call.input, expected: call.output };
}

/** The tool keeps 300 of each text. */
function cut(text: string): string {
  return cutMiddle(text, 300);
}
