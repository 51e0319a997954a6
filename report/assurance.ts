import type { AttemptRecord } from '../core/ports/records';
import type { RunConfig } from '../core/schemas/run';
import { assuranceLevels } from '../core/schemas/verdict';
import type { Assurance } from '../core/schemas/verdict';
import { countText } from './number-text';

/** How many attempts have their verdict under which assurance; levels that none has are left out. */
export function assuranceCounts(
  attempts: readonly AttemptRecord[],
): Readonly<Partial<Record<Assurance, number>>> {
  const used = attempts.flatMap(({ result }) => result?.provenance?.assurance ?? []);
  return Object.fromEntries(
    assuranceLevels
      .map((level) => [level, used.filter((one) => one === level).length] as const)
      .filter(([, count]) => count > 0),
  );
}

/**
 * Under which assurance a run's verdicts came about: `split`, or, where the data set's adapter asked for another level
 * for some problems, each level with its number of attempts. What the run asks for, as long as there is no verdict.
 */
export function assuranceText(
  config: Pick<RunConfig, 'assurance'>,
  attempts: readonly AttemptRecord[],
): string {
  const counts = Object.entries(assuranceCounts(attempts));
  const [only] = counts;
  if (counts.length <= 1) return only?.[0] ?? config.assurance;
  return counts.map(([level, count]) => `${level} (${countText(count)})`).join(', ');
}
