import type { AttemptRecord } from '../core/ports/records';
import { uncheckedWhy } from './assurance';
import { terminalLine } from './terminal-safe';

/** `HumanEval/3`, with the sample where there are several. */
export function attemptLabel(
  { problem, sample }: Pick<AttemptRecord, 'problem' | 'sample'>,
  samples: number,
): string {
  return samples === 1 ? problem : `${problem} sample ${String(sample)}`;
}

/** One line per attempt that has no verdict for a cause, waits for one, or could not be checked: what it is and why. */
export function unfinishedLines(
  attempts: readonly AttemptRecord[],
  samples: number,
): readonly string[] {
  return attempts.flatMap((attempt) => {
    const label = attemptLabel(attempt, samples);
    const { status, waiting, result } = attempt;
    if (status === 'unscored' || status === 'cancelled') {
      const cause = result?.cause ?? null;
      const word = result?.level?.kind === 'refused' ? 'refused' : status;
      return [terminalLine(`${word}: ${label}${cause === null ? '' : `: ${cause}`}`)];
    }
    const unchecked = uncheckedWhy(attempt);
    if (unchecked !== null) return [terminalLine(`not checked: ${label}: ${unchecked}`)];
    return waiting === null ? [] : [terminalLine(`waiting: ${label}: ${waiting}`)];
  });
}
