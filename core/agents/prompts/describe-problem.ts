import type { Problem } from '../../tasks/problem';
import { kindOf } from '../../tasks/kinds';

/** The form of a program for the problem, in the words of its kind. */
export function askedFor(problem: Problem): string {
  return kindOf(problem).askedFor(problem);
}

/** The problem as every agent reads it: the statement and the visible tests, never anything from the hidden tests. */
export function describeProblem(problem: Problem): string {
  return kindOf(problem).describe(problem);
}
