import type { AttemptKey } from '../ports/attempt-key';
import type { RunConfig } from '../schemas/run';
import { workRow } from './kinds';
import { isOfKind } from './of-kind';

/** How many attempts a run consists of, begun or not. */
export function attemptCount(config: RunConfig): number {
  const counts = unevenCounts(config);
  if (counts === null) return config.problems.length * config.samples;
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Whether its problems are attempted unlike often. */
export function hasUnevenCounts(config: RunConfig): boolean {
  return unevenCounts(config) !== null;
}

/** Every attempt of a run by its position: in data-set order, then by sample. */
export function plannedAttempts(
  config: RunConfig,
): readonly Pick<AttemptKey, 'problem' | 'sample'>[] {
  const counts = unevenCounts(config);
  return config.problems.flatMap((problem, index) =>
    Array.from({ length: counts?.[index] ?? config.samples }, (_, sample) => ({ problem, sample })),
  );
}

export interface PlannedAttempt {
  readonly attempt: AttemptKey;
  /** Order in the run. */
  readonly position: number;
}

/** The attempts that one item takes on which begins at this position, as those of a generation of the run's work. */
export function itemAttempts(
  { id: run, config }: { readonly id: string; readonly config: RunConfig },
  position: number,
  generation?: AttemptKey['generation'],
): readonly PlannedAttempt[] {
  return plannedAttempts(config)
    .slice(position, itemEnd(config, position))
    .map((key, place) => ({ attempt: { run, ...key, generation }, position: position + place }));
}

/** The position behind an item: items end at multiples of what their kind takes on together, wherever they begin. */
export function itemEnd({ kind }: Pick<RunConfig, 'kind'>, position: number): number {
  const { together } = workRow(kind);
  return (Math.floor(position / together) + 1) * together;
}

/** How often each problem is attempted, in their order; null: all as often as the run says. */
function unevenCounts(config: RunConfig): readonly number[] | null {
  return isOfKind(config, 'evaluation') ? (config.evaluation.counts ?? null) : null;
}
