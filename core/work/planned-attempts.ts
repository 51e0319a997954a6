import type { AttemptKey } from '../durable/attempt-key';
import type { RunConfig } from '../schemas/run';
import { workRow } from '../kinds/kinds';

/** Number of attempts of a run, begun or not. */
export function attemptCount(config: RunConfig): number {
  const counts = unevenCounts(config);
  if (counts === null) return config.problems.length * config.samples;
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Whether the problems have different numbers of attempts. */
export function hasUnevenCounts(config: RunConfig): boolean {
  return unevenCounts(config) !== null;
}

/** Positions of a run. `to` is excluded. */
export interface PositionRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The attempts of a run at these positions: in data-set order, then by attempt number. The cost depends on the range,
 * because runs have 100,000 attempts and more.
 * @param range default: every attempt
 */
export function plannedAttempts(
  config: RunConfig,
  { from, to }: PositionRange = { from: 0, to: Number.POSITIVE_INFINITY },
): readonly Pick<AttemptKey, 'problem' | 'sample'>[] {
  const { problems, samples } = config;
  const counts = unevenCounts(config);
  const planned: Pick<AttemptKey, 'problem' | 'sample'>[] = [];
  const first = counts === null ? Math.floor(from / samples) : 0;
  let position = first * samples;
  for (let index = first; index < problems.length && position < to; index += 1) {
    const count = counts === null ? samples : (counts[index] ?? 0);
    const problem = problems[index] ?? '';
    const end = Math.min(count, to - position);
    for (let sample = Math.max(0, from - position); sample < end; sample += 1) {
      planned.push({ problem, sample });
    }
    position += count;
  }
  return planned;
}

export interface PlannedAttempt {
  readonly attempt: AttemptKey;
  /** Place in the order of the run. */
  readonly position: number;
}

/** The attempts of the item that begins at this position, as attempts of a run generation. */
export function itemAttempts(
  { id: run, config }: { readonly id: string; readonly config: RunConfig },
  position: number,
  generation?: AttemptKey['generation'],
): readonly PlannedAttempt[] {
  const range = { from: position, to: itemEnd(config, position) };
  return plannedAttempts(config, range).map((key, place) => ({
    attempt: { run, ...key, generation },
    position: position + place,
  }));
}

/** The position after an item. Items have fixed ends, wherever they begin. */
export function itemEnd(config: RunConfig, position: number): number {
  const row = workRow(config.kind);
  const together = row.together(config);
  return row.itemEnd?.(config, position) ?? (Math.floor(position / together) + 1) * together;
}

/**
 * The unfinished items of a range of positions, in order. Each is named by its first unfinished attempt.
 * @param done positions of finished attempts
 * @param most maximum number of items
 * @returns where the next item begins, or the end of the range
 */
export function openItems(
  config: RunConfig,
  {
    from,
    to,
    done,
    most,
  }: PositionRange & { readonly done: ReadonlySet<number>; readonly most: number },
): {
  readonly items: readonly (Omit<AttemptKey, 'run'> & { readonly position: number })[];
  readonly next: number;
} {
  const planned = plannedAttempts(config, { from, to });
  const items: (Omit<AttemptKey, 'run'> & { readonly position: number })[] = [];
  let position = from;
  while (position < to && items.length < most) {
    const first = planned[position - from];
    if (first === undefined || done.has(position)) position += 1;
    else {
      items.push({ ...first, position });
      position = itemEnd(config, position);
    }
  }
  return { items, next: position };
}

/** Number of attempts of each problem, in order. null: the number of the run for all. */
function unevenCounts(config: RunConfig): readonly number[] | null {
  return workRow(config.kind).counts(config);
}
