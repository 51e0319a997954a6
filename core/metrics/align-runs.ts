import type { AttemptRecord } from '../ports/records';
import type { Pair } from '../statistics/paired-difference';
import { tallyProblems } from './problem-tally';
import { isUncheckedAttempt } from './attempt-answer';
import { verdictsIn } from './verdict-path';

/** A run as far as it is aligned. */
export interface AlignedRun {
  readonly problems: readonly string[];
  readonly samples: number;
  readonly attempts: readonly AttemptRecord[];
}

export interface Alignment {
  /** Problems with a verdict in both, in the first run's order. */
  readonly pairs: readonly Pair[];
  /** Problems of both runs that lack a verdict on some attempt, with the run that lacks it. */
  readonly open: readonly {
    readonly problem: string;
    readonly first: number;
    readonly second: number;
  }[];
  /** Problems of one run alone. */
  readonly onlyFirst: readonly string[];
  readonly onlySecond: readonly string[];
  /** Second minus first over all common problems, if all open attempts count against it, and if all count for it. */
  readonly bounds: readonly [low: number, high: number] | null;
}

/** Aligns two runs. A problem without verdict, or with uncheckable answers, in either is in no pair and widens the bounds. */
export function alignRuns(first: AlignedRun, second: AlignedRun): Alignment {
  const mine = new Set(first.problems);
  const theirs = new Set(second.problems);
  const common = first.problems.filter((problem) => theirs.has(problem));
  const left = tallyProblems(common, verdictsIn(checked(first.attempts)));
  const right = tallyProblems(common, verdictsIn(checked(second.attempts)));
  const rows = common.map((problem, at) => ({
    problem,
    first: left[at] ?? { solved: 0, of: 0 },
    second: right[at] ?? { solved: 0, of: 0 },
  }));
  const bestOf = ({ solved, of }: Pair['first'], samples: number): number =>
    (solved + samples - of) / samples;
  const meanOf = (difference: (row: Pair) => number): number =>
    rows.reduce((sum, row) => sum + difference(row), 0) / rows.length;
  return {
    pairs: rows.filter((row) => row.first.of > 0 && row.second.of > 0),
    open: rows.flatMap((row) => {
      const missing = {
        first: first.samples - row.first.of,
        second: second.samples - row.second.of,
      };
      return missing.first + missing.second === 0 ? [] : [{ problem: row.problem, ...missing }];
    }),
    onlyFirst: first.problems.filter((problem) => !theirs.has(problem)),
    onlySecond: second.problems.filter((problem) => !mine.has(problem)),
    bounds:
      rows.length === 0
        ? null
        : [
            meanOf((row) => row.second.solved / second.samples - bestOf(row.first, first.samples)),
            meanOf((row) => bestOf(row.second, second.samples) - row.first.solved / first.samples),
          ],
  };
}

function checked(attempts: readonly AttemptRecord[]): readonly AttemptRecord[] {
  return attempts.filter((attempt) => !isUncheckedAttempt(attempt));
}
