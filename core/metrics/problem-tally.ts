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

/**
 * The same from outcomes that stand in a list.
 * @param problems whose outcome each is; default: each of a problem of its own
 */
export function tallyOutcomes(
  passed: readonly boolean[],
  problems: readonly string[] = passed.map((_, at) => String(at)),
): readonly ProblemTally[] {
  const tallies = new Map<string, { solved: number; of: number }>();
  for (const [at, isPassed] of passed.entries()) {
    const problem = problems[at] ?? '';
    let tally = tallies.get(problem);
    if (tally === undefined) tallies.set(problem, (tally = { solved: 0, of: 0 }));
    tally.of += 1;
    if (isPassed) tally.solved += 1;
  }
  return [...tallies].map(([problem, tally]) => ({ problem, ...tally }));
}
