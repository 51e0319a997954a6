import { assertNever } from '../values/assert-never';
import { EspalierError } from '../errors/errors';
import { gradingProfile } from '../grading/profiles/profiles';
import type { HiddenCheck, Problem } from './problem';
import type { Check, CheckTerms } from '../grading/check';
import { wholeProgram } from './function';
import { kindOf } from './kinds';
import type { HiddenFeedbackTests } from './task-kind';

/** A problem and a hidden check that are not of one kind: no verdict can come of them. */
export class CheckMismatchError extends EspalierError {
  constructor(problem: Problem, hidden: HiddenCheck) {
    super(`problem ${problem.id} is a ${problem.kind}, its hidden check is for a ${hidden.kind}`, {
      code: 'CHECK_MISMATCH',
      remedy: 'Start the run again under --fresh NAME, so that its data set is stored anew',
    });
  }
}

/**
 * Checks are made here alone. @param tests the visible tests, or the hidden check (for those who grade alone) @throws
 * CheckMismatchError; ProfileUnfitError for hidden tests that the profile does not grade
 */
export function checkOf(
  problem: Problem,
  tests: 'visible' | HiddenCheck,
  program: string,
  terms: CheckTerms,
): Check {
  const kind = kindOf(problem);
  if (tests === 'visible') return kind.visibleCheck(problem, program, terms);
  requireKind(problem, tests);
  const check = kind.hiddenCheck({ problem, hidden: tests }, program, terms);
  const { grading } = terms;
  return grading === undefined ? check : gradingProfile(grading.profile).applied(check, grading);
}

/**
 * The hidden check of a text that is executed as it stands: somebody's sample, with the prompt before it where it needs one. Tests
 * of a method find it by our function of its name, unless the profile's tool calls methods itself.
 * @throws CheckMismatchError, ProfileUnfitError; RangeError for a definition of a repository, which is no text of its own
 */
export function checkOfText(
  row: { readonly problem: Problem; readonly hidden: HiddenCheck },
  text: string,
  terms: CheckTerms,
): Check {
  const { problem } = row;
  const check = checkOf(problem, row.hidden, '', terms);
  switch (check.kind) {
    case 'function': {
      const asItStands = problem.kind !== 'function' || callsMethods(terms);
      const program = asItStands ? text : wholeProgram(problem, text);
      return { ...check, task: { ...check.task, program } };
    }
    case 'script':
      return { ...check, task: { ...check.task, program: text } };
    case 'harness':
      throw new RangeError(`a program for ${problem.id} is put into its repository`);
    case 'patch':
      return { ...check, task: { ...check.task, patch: text } };
    default:
      return assertNever(check);
  }
}

function callsMethods({ grading }: CheckTerms): boolean {
  return grading !== undefined && gradingProfile(grading.profile).callsMethods === true;
}

/** Hidden tests that are shown to models, and so no longer hidden: the base suite, or all. @throws CheckMismatchError */
export function casesCheckOf(
  row: { readonly problem: Problem; readonly hidden: HiddenCheck },
  asked: { readonly program: string; readonly tests: HiddenFeedbackTests },
  terms: CheckTerms,
): Check {
  requireKind(row.problem, row.hidden);
  return kindOf(row.problem).casesCheck(row, asked, terms);
}

function requireKind(problem: Problem, hidden: HiddenCheck): void {
  if (hidden.kind !== problem.kind) throw new CheckMismatchError(problem, hidden);
}
