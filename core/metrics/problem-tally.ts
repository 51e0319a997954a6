import type { Verdict, VerdictPath } from './verdict-path';

/** What became of one problem's attempts that have a verdict. */
export interface ProblemTally {
  readonly problem: string;
  readonly solved: number;
  /** Attempts with a verdict. */
  readonly of: number;
}

/** One problem's verdicts; none of a problem without any. */
export interface ProblemVerdicts {
  readonly problem: string;
  readonly paths: readonly VerdictPath[];
}

/** In the order of the problems; verdicts on others are left out. */
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
