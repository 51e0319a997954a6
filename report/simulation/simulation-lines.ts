import type { MeasuredMean } from '../../core/statistics/measured-mean';
import type { AccuracyPlace } from '../../core/simulation/crossing';
import type { MethodPair } from '../../core/simulation/method-pairs';
import type { GridPointSummary, SimulationSummary } from '../../core/simulation/summarise';
import { methodNamed } from '../../core/search/methods';
import { plural } from '../../core/words/plural';
import { intervalText, rateText } from '../number-text';
import { textTable } from '../text-table';

/** Whether more than one value of a column is there; a column that says the same in every row is told once, above. */
function varies<Row>(rows: readonly Row[], of: (row: Row) => unknown): boolean {
  return new Set(rows.map(of)).size > 1;
}

interface Column<Row> {
  readonly head: string;
  readonly of: (row: Row) => string;
  readonly always?: boolean;
}

function tableOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): readonly string[] {
  const shown = columns.filter(({ of, always }) => always === true || varies(rows, of));
  return textTable([
    shown.map(({ head }) => head),
    ...rows.map((row) => shown.map(({ of }) => of(row))),
  ]);
}

const accuracyText = (accuracy: number | null): string =>
  accuracy === null ? '-' : String(accuracy);

/** `own`: as the methods have it where nothing is said; `-`: they have none. */
function shapeText(size: number | null, ...named: readonly string[]): string {
  if (size !== null) return String(size);
  return named.every((method) => methodNamed(method).shape === null) ? '-' : 'own';
}

/** Sizes of trees are told where some were asked for. */
function withoutUnasked<Row extends Pick<GridPointSummary, 'width' | 'maxDepth'>>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): readonly Column<Row>[] {
  return columns.filter(
    ({ head }) =>
      (head !== 'width' || rows.some(({ width }) => width !== null)) &&
      (head !== 'depth' || rows.some(({ maxDepth }) => maxDepth !== null)),
  );
}

const gridPointColumns: readonly Column<GridPointSummary>[] = [
  { head: 'method', of: ({ method }) => method, always: true },
  { head: 'budget', of: ({ budget }) => String(budget) },
  { head: 'width', of: ({ width, method }) => shapeText(width, method) },
  { head: 'depth', of: ({ maxDepth, method }) => shapeText(maxDepth, method) },
  { head: 'critic', of: ({ criticAccuracy }) => accuracyText(criticAccuracy) },
  { head: 'pass@1', of: ({ passAt1 }) => rateText(passAt1.mean), always: true },
  { head: '95 % over seeds', of: ({ passAt1 }) => spreadText(passAt1), always: true },
  { head: 'programs', of: ({ programs }) => programs.toFixed(2), always: true },
  { head: 'questions', of: ({ questions }) => questions.toFixed(2), always: true },
];

export function gridPointLines({ cells }: SimulationSummary): readonly string[] {
  return tableOf(cells, withoutUnasked(gridPointColumns, cells));
}

const pairColumns: readonly Column<MethodPair>[] = [
  { head: 'first', of: ({ first }) => first, always: true },
  { head: 'second', of: ({ second }) => second, always: true },
  { head: 'budget', of: ({ budget }) => String(budget) },
  { head: 'width', of: ({ width, first, second }) => shapeText(width, first, second) },
  { head: 'depth', of: ({ maxDepth, first, second }) => shapeText(maxDepth, first, second) },
  {
    head: 'first less second at the lowest accuracy',
    of: (pair) => differenceText(pair, 0),
    always: true,
  },
  { head: 'at the highest', of: (pair) => differenceText(pair, -1), always: true },
  { head: 'first is ahead from accuracy', of: aheadText, always: true },
];

/** A row for each two methods with the same budget, width and depth. */
export function methodPairLines({ pairs }: SimulationSummary): readonly string[] {
  return pairs.length === 0 ? [] : tableOf(pairs, withoutUnasked(pairColumns, pairs));
}

/** What `*` says beside a difference. */
export function starMeaning({ pairs }: SimulationSummary): string {
  const count = pairs.reduce((sum, { differences }) => sum + differences.length, 0);
  return `differs from 0 at 5 %, by Student's test over seeds with the same draws, adjusted for ${plural(count, 'difference')} of methods looked at (Holm 1979).`;
}

/** The interval over seeds; where they show no spread, that: a width of 0 would look exact. */
export function spreadText({ count, interval }: MeasuredMean): string {
  if (interval !== null) return intervalText(interval);
  return count === 1 ? 'one seed' : `all ${String(count)} seeds equal`;
}

/** The paired difference at the first (0) or the last (-1) accuracy; nothing for a last one where no accuracy decides. */
export function differenceText({ differences, crossing }: MethodPair, place: number): string {
  if (crossing === null && place === -1) return '';
  const found = differences.at(place);
  if (found === undefined) return '-';
  const { mean } = found.difference;
  const sign = mean > 0 ? '+' : '';
  return `${sign}${rateText(mean)} ${spreadText(found.difference)}${found.better === null ? '' : ' *'}`;
}

/**
 * From which accuracy on the first is ahead, with its interval; without any accuracy, whether it is. Only where the test at that
 * end holds: `undecided` where it does not at the highest; where it does there, and not yet at the lowest that all others are
 * ahead of, the accuracy from which on every test holds.
 */
export function aheadText({ differences, crossing }: MethodPair): string {
  if (crossing === null) {
    const better = differences[0]?.better ?? null;
    return better === null ? 'undecided' : better === 'first' ? 'yes' : 'no';
  }
  const tried = differences.map(({ criticAccuracy }) => criticAccuracy ?? 0);
  const text = (place: AccuracyPlace): string => {
    if (place === 'below') return `<${String(tried.at(0))}`;
    return place === 'above' ? `>${String(tried.at(-1))}` : place.toFixed(3);
  };
  const [low, high] = crossing.interval;
  if (low === high && typeof low === 'number') return `${text(low)} whichever seeds`;
  const highest = differences.at(-1)?.better ?? null;
  if (highest !== (crossing.at === 'above' ? 'second' : 'first')) return 'undecided';
  if (crossing.at === 'below' && differences[0]?.better !== 'first') {
    const last = differences.findLastIndex(({ better }) => better !== 'first');
    return `undecided below ${String(tried[last + 1])}`;
  }
  return `${text(crossing.at)} [${text(low)}, ${text(high)}]`;
}
