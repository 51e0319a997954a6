import type { AttemptRecord } from '../core/ports/records';
import { terminalLine } from './terminal-safe';

/** `HumanEval/3`, with the sample where there are several. */
export function attemptLabel(
  { problem, sample }: Pick<AttemptRecord, 'problem' | 'sample'>,
  samples: number,
): string {
  return samples === 1 ? problem : `${problem} sample ${String(sample)}`;
}

/** One line per attempt that has no verdict for a cause, or waits for one: what it is and why. */
export function unfinishedLines(
  attempts: readonly AttemptRecord[],
  samples: number,
): readonly string[] {
  return attempts.flatMap((attempt) => {
    const label = attemptLabel(attempt, samples);
    const { status, waiting, result } = attempt;
    if (status === 'unscored' || status === 'cancelled') {
      const cause = result?.cause ?? null;
      return [terminalLine(`${status}: ${label}${cause === null ? '' : `: ${cause}`}`)];
    }
    return waiting === null ? [] : [terminalLine(`waiting: ${label}: ${waiting}`)];
  });
}
