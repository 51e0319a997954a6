import type { Verdict, VerdictPath } from './verdict-path';

/** The attempts of one problem that have a verdict. */
export interface ProblemTally {
  readonly problem: string;
  readonly solved: number;
  /** Attempts with a verdict. */
  readonly of: number;
}

/** The verdicts of one problem. Nothing for a problem without verdicts. */
export interface ProblemVerdicts {
  readonly problem: string;
  readonly paths: readonly VerdictPath[];
}

/** Tallies in the order of the problems. Verdicts on other problems are left out. */
export function verdictsByProblem(
  problems: readonly string[],
  verdicts: readonly Verdict[],
): readonly ProblemVerdicts[] {
  const paths = new Map<string, VerdictPath[]>(problems.map((problem) => [problem, []]));
  for (const { problem, path } of verdicts) paths.get(problem)?.push(path);
  return [...paths].map(([problem, own]) => ({ problem, paths: own }));
}

/** @param isRight whether a verdict counts as solved; default: whether its attempt is */
export function tally(
  verdicts: readonly ProblemVerdicts[],
  isRight: (path: VerdictPath) => boolean = ({ solved }) => solved,
): readonly ProblemTally[] {
  return verdicts.map(({ problem, paths }) => ({
    problem,
    solved: paths.filter(isRight).length,
    of: paths.length,
  }));
}

/** Of each of these problems, in their order; one without a verdict has 0 of 0. */
export function tallyProblems(
  problems: readonly string[],
  verdicts: readonly Verdict[],
): readonly ProblemTally[] {
  return tally(verdictsByProblem(problems, verdicts));
}
