import type { AttemptResult, GradedProgram, SuiteOutcome } from '../ports/records';
import type { TestOutcome, VerdictKind } from '../schemas/verdict';
import { suiteNames } from './suite-names';
import type { SuiteName } from './suite-names';

/**
 * What the outcomes of several tests of one check come to: the first that was not passed, or that all were. A measure is
 * that of them all.
 * @throws RangeError for none
 */
export function wholeOutcome(outcomes: readonly TestOutcome[]): TestOutcome {
  const [first] = outcomes;
  const telling = outcomes.find(({ kind }) => kind !== 'passed') ?? first;
  if (telling === undefined) throw new RangeError('there is no outcome');
  return {
    ...telling,
    ...(outcomes.some(({ handles }) => handles === true) ? { handles: true } : {}),
    cpuMs: outcomes.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    timeSensitive: outcomes.some(({ timeSensitive }) => timeSensitive),
  };
}

/** The record of a hidden check: passed when every suite is; each of them is kept where there are several. */
export function gradedProgram(program: string, outcomes: readonly TestOutcome[]): GradedProgram {
  const outcome = wholeOutcome(outcomes);
  if (outcomes.length === 1) return { program, outcome };
  const suites = suiteNames.flatMap((name, index): SuiteOutcome[] => {
    const own = outcomes[index];
    return own === undefined ? [] : [{ name, outcome: own }];
  });
  return { program, outcome, suites };
}

/**
 * What one suite says of a program that was graded; null: it was not. A problem with one suite has that as its base, and as
 * its plus.
 */
export function suiteVerdict(
  graded: AttemptResult['graded'],
  program: string | null,
  suite: SuiteName,
): VerdictKind | null {
  const grade = graded.find((one) => one.program === program);
  if (grade === undefined) return null;
  return (grade.suites?.find(({ name }) => name === suite) ?? grade).outcome.kind;
}

/** Whether programs were judged by several suites. */
export function hasSuites(graded: AttemptResult['graded']): boolean {
  return graded.some(({ suites }) => suites !== undefined);
}
