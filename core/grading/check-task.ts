import type { CheckTask } from '../ports/sandbox';
import type { HiddenCheck, Problem } from '../schemas/problem';
import type { Assurance, BoxLimits } from '../schemas/verdict';
import { executedProgram, hiddenSnippet, visibleSnippets } from './compose-program';

/** How a run wants its programs checked. */
export interface CheckTerms {
  readonly limits: BoxLimits;
  readonly seed: number;
  /** A problem whose adapter asks for another level gets that. */
  readonly assurance: Assurance;
}

/** A program under the problem's visible tests, each by itself. */
export function visibleCheck(problem: Problem, program: string, terms: CheckTerms): CheckTask {
  return { ...commonTask(problem, program, terms), tests: visibleSnippets(problem) };
}

/** A program under the hidden check. For the grading activities alone. */
export function hiddenCheck(
  { problem, hidden }: { readonly problem: Problem; readonly hidden: HiddenCheck },
  program: string,
  terms: CheckTerms,
): CheckTask {
  return { ...commonTask(problem, program, terms), tests: [hiddenSnippet(hidden)] };
}

function commonTask(
  problem: Problem,
  program: string,
  { limits, seed, assurance }: CheckTerms,
): Omit<CheckTask, 'tests'> {
  return {
    program: executedProgram(problem, program),
    trustedSetup: problem.preamble,
    entryPoint: problem.entryPoint,
    limits,
    seed,
    assurance: problem.assurance ?? assurance,
  };
}
