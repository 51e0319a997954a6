import type { AttemptResult, GradedProgram, SuiteOutcome } from '../ports/records';
import type { TestOutcome, VerdictKind } from '../schemas/verdict';
import { suiteNames } from '../names/suites';
import type { SuiteName } from '../names/suites';
import { wholeOutcome } from '../grading/whole-outcome';

/** The record of a hidden check: passed if every suite passed. If there are several suites, each is recorded. */
export function gradedProgram(program: string, outcomes: readonly TestOutcome[]): GradedProgram {
  const outcome = wholeOutcome(outcomes);
  if (outcomes.length === 1) return { program, outcome };
  const suites = suiteNames.flatMap((name, index): SuiteOutcome[] => {
    const own = outcomes[index];
    return own === undefined ? [] : [{ name, outcome: own }];
  });
  return { program, outcome, suites };
}

/** The verdict of one suite on a graded program; a single suite is both base and plus. null: the program was not graded. */
export function suiteVerdict(
  graded: AttemptResult['graded'],
  program: string | null,
  suite: SuiteName,
): VerdictKind | null {
  const grade = graded.find((one) => one.program === program);
  if (grade === undefined) return null;
  return (grade.suites?.find(({ name }) => name === suite) ?? grade).outcome.kind;
}

/** Whether programs were graded by several suites. */
export function hasSuites(graded: AttemptResult['graded']): boolean {
  return graded.some(({ suites }) => suites !== undefined);
}
