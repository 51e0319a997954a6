import { workRow } from '../kinds/kinds';
import type { AttemptRecord, AttemptResult, GradedProgram } from '../ports/records';
import type { TestOutcome } from '../schemas/verdict';

/** An attempt without texts, calls and printed output: tables hold 100,000 at a time. Traces read attempts one by one. */
export function tabledAttempt(attempt: AttemptRecord): AttemptRecord {
  const { result } = attempt;
  return result === null ? attempt : { ...attempt, result: tabledResult(result) };
}

function tabledResult(result: AttemptResult): AttemptResult {
  const { outcome, graded } = result;
  const tabled = workRow(outcome.kind).tabled(outcome);
  return { ...result, outcome: tabled, graded: graded.map(tabledGrade) };
}

function tabledGrade({ outcome, suites, ...grade }: GradedProgram): GradedProgram {
  const inner = suites?.map((suite) => ({ ...suite, outcome: tabledTest(suite.outcome) }));
  return {
    ...grade,
    outcome: tabledTest(outcome),
    ...(inner === undefined ? {} : { suites: inner }),
  };
}

function tabledTest(outcome: TestOutcome): TestOutcome {
  const nothing = { actual: undefined, case: undefined, marks: undefined };
  // Why a program could not be checked is in the error that has a finer class.
  const error = outcome.detail === undefined ? undefined : outcome.error;
  return { ...outcome, ...nothing, error };
}
