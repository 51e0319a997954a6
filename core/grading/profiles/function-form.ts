import type { Check, FunctionCheck, ScriptCheck } from '../check';
import type { GradingProfileName } from '../../names/grading-profiles';
import { ProfileUnfitError } from './unfit';

/** `suite`: inputs and a reference (EvalPlus). `calls`: JSON (LiveCodeBench, APPS). `asserts`: any Python that calls it. */
export type FunctionForm = 'suite' | 'calls' | 'asserts';

const formWords: Readonly<Record<FunctionForm, string>> = {
  suite: 'suites of inputs in the form of EvalPlus',
  calls: 'lists of calls and results',
  asserts: 'tests that are Python',
};

function functionForm({ task }: FunctionCheck): FunctionForm {
  const [test = ''] = task.tests;
  if (test.includes('from espalier_cases import check_cases\n')) return 'suite';
  return test.includes('from espalier_cases import check_calls\n') ? 'calls' : 'asserts';
}

/** One call, in JSON texts: Python alone reads the numbers. */
export interface CallCase {
  /** Of the arguments, one a line. */
  readonly input: string;
  /** Of the result. */
  readonly output: string;
  /** Of what APPS compares the result with, where that is not `output`: a list around it. */
  readonly published?: string;
}

/** The hidden test of a function that is called with JSON, for adapters of data sets. */
export function callsTest(entryPoint: string, cases: readonly CallCase[]): string {
  const text = JSON.stringify(JSON.stringify(cases));
  return `from espalier_cases import check_calls\ncheck_calls(${text}, ${entryPoint})\n`;
}

/** So many cases a check of form `calls` has. */
export function callCount({ task }: FunctionCheck): number {
  return callCases(task.tests[0] ?? '').length;
}

/** The cases of a test that `callsTest` wrote; none of another one. */
export function callCases(test: string): readonly CallCase[] {
  const text = /^check_calls\((".*"), /m.exec(test)?.[1] ?? '"[]"';
  return JSON.parse(JSON.parse(text) as string) as CallCase[];
}

/** @throws ProfileUnfitError */
export function requireFunction(
  profile: GradingProfileName,
  check: Check,
  forms: readonly FunctionForm[],
): FunctionCheck {
  if (check.kind !== 'function') throw new ProfileUnfitError(profile, `a ${check.kind}`);
  const form = functionForm(check);
  if (!forms.includes(form)) throw new ProfileUnfitError(profile, formWords[form]);
  return check;
}

/** @throws ProfileUnfitError */
export function requireScript(profile: GradingProfileName, check: Check): ScriptCheck {
  if (check.kind === 'script') return check;
  throw new ProfileUnfitError(profile, `a ${check.kind}`);
}
