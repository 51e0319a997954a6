import type { AttemptRecord } from '../ports/records';

/** What became of one problem's attempts that have a verdict. */
export interface ProblemTally {
  readonly problem: string;
  readonly solved: number;
  /** Attempts with a verdict. */
  readonly of: number;
}

/** Of each of these problems, in their order; one without a verdict has 0 of 0. */
export function tallyProblems(
  problems: readonly string[],
  attempts: readonly AttemptRecord[],
): readonly ProblemTally[] {
  const tallies = new Map(problems.map((problem) => [problem, { solved: 0, of: 0 }]));
  for (const { problem, status, result } of attempts) {
    const tally = tallies.get(problem);
    if (tally === undefined || status !== 'completed' || result === null) continue;
    tally.of += 1;
    if (result.solved) tally.solved += 1;
  }
  return [...tallies].map(([problem, tally]) => ({ problem, ...tally }));
}
