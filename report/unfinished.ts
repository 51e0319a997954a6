import { inPlace } from '../core/metrics/placed';
import type { PlacedAttempt } from '../core/ports/run-sums';
import { uncheckedWhy } from './assurance';
import type { LoadedRun } from './load-run';
import { terminalLine } from './terminal-safe';

/** `HumanEval/3`, with the sample where there are several. */
export function attemptLabel(
  { problem, sample }: Pick<PlacedAttempt, 'problem' | 'sample'>,
  samples: number,
): string {
  return samples === 1 ? problem : `${problem} sample ${String(sample)}`;
}

/** One line per attempt that has no verdict for a cause, waits for one, or could not be checked: what it is and why. */
export function unfinishedLines({ record, sums }: LoadedRun): readonly string[] {
  const said = [
    ...sums.unfinished.map((attempt) => ({ ...attempt, why: attempt.cause })),
    ...sums.levels.unchecked.map((attempt) => ({
      ...attempt,
      word: 'not checked',
      why: uncheckedWhy(attempt),
    })),
  ];
  return inPlace(said).map((attempt) => {
    const { word, why } = attempt;
    const label = attemptLabel(attempt, record.config.samples);
    return terminalLine(`${word}: ${label}${why === null ? '' : `: ${why}`}`);
  });
}
