import type { AttemptKey } from '../durable/attempt-key';
import type { RunConfig } from '../schemas/run';
import { workRow } from '../kinds/kinds';

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

/** Positions of a run, `to` not among them. */
export interface PositionRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The attempts of a run by their positions: in data-set order, then by sample. Costs what the range holds: runs have 100,000 and more.
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
  /** Order in the run. */
  readonly position: number;
}

/** The attempts that one item takes on which begins at this position, as those of a generation of the run's work. */
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

/** The position behind an item: items end at multiples of what their kind takes on together, wherever they begin. */
export function itemEnd({ kind }: Pick<RunConfig, 'kind'>, position: number): number {
  const { together } = workRow(kind);
  return (Math.floor(position / together) + 1) * together;
}

/**
 * The items of a stretch of positions that are not done, in order, each by the first of its attempts that is not.
 * @param done positions of attempts that are
 * @param most so many items at most
 * @returns where the next item begins, or the stretch ends
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

/** How often each problem is attempted, in their order; null: all as often as the run says. */
function unevenCounts(config: RunConfig): readonly number[] | null {
  return workRow(config.kind).counts(config);
}
