import { wholeOutcome } from '../grading/whole-outcome';
import { failedCaseOf } from './failed-case';
import type { FailedCase, SuiteCases } from './failed-case';
import type { Problem } from './problem';
import type { TestOutcome } from '../schemas/verdict';
import { kindOf } from './kinds';

/** A program, as the model gave it, and what came of it. */
export interface Tried {
  readonly program: string;
  readonly outcomes: readonly TestOutcome[];
}

/**
 * The first visible test that was not passed. `loads`: there are none, and it does. @param tried.outcomes one per test, in
 * order; without tests, the one of loading @throws RangeError for no outcome
 */
export function visibleCase(problem: Problem, { program, outcomes }: Tried): FailedCase {
  const kind = kindOf(problem);
  const index = outcomes.findIndex((outcome) => outcome.kind !== 'passed');
  const outcome = outcomes[index] ?? wholeOutcome(outcomes);
  const isTest = problem.visibleTests.length > 0 && index >= 0;
  const texts = isTest ? kind.askedCase(problem, index) : { input: null, expected: null };
  const told = failedCaseOf(outcome, { ...texts, program, entryPoint: kind.entryPoint(problem) });
  return problem.visibleTests.length === 0 && told.kind === 'passed'
    ? { ...told, kind: 'loads' }
    : told;
}

/** For each suite the case that it ended at; null: passed, or no such suite. @throws RangeError for no outcome */
export function hiddenCases(problem: Problem, { program, outcomes }: Tried): SuiteCases {
  const [base, plus] = outcomes;
  if (base === undefined) throw new RangeError('there is no outcome');
  const entryPoint = kindOf(problem).entryPoint(problem);
  const told = (outcome: TestOutcome): FailedCase | null =>
    outcome.kind === 'passed'
      ? null
      : failedCaseOf(outcome, { input: null, expected: null, program, entryPoint });
  return { base: told(base), plus: plus === undefined ? null : told(plus) };
}
