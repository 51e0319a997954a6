import type { HiddenCheck, Problem } from '../schemas/problem';

/**
 * The text that is executed for a program: the problem's preamble (HumanEval: the prompt with its imports, helpers
 * and stub), a newline, the program; the program alone where there is no preamble (MBPP).
 */
export function executedProgram(problem: Pick<Problem, 'preamble'>, program: string): string {
  return problem.preamble === '' ? program : `${problem.preamble}\n${program}`;
}

/** The visible tests as they are run, each by itself: the set-up they need, then the test. */
export function visibleSnippets(problem: Problem): readonly string[] {
  return problem.visibleTests.map((test) => snippet(problem.visibleSetup, test));
}

/** The hidden check as it is run. For the grading activity alone. */
export function hiddenSnippet(hidden: HiddenCheck): string {
  return snippet(hidden.setup, hidden.test);
}

function snippet(setup: string, test: string): string {
  return setup.trim() === '' ? test : `${setup}\n${test}`;
}
