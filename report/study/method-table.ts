import type { Cell, Estimate } from './study-table';
import { kindReport } from '../kinds';
import { countText, plural } from '../../core/words/plural';
import { droppedTests, visibleSource, withoutTests } from '../shown-tests';
import { terminalLine } from '../terminal-safe';
import type { Series } from './series';
import type { TableBody } from './table-body';

/** A figure of one data set: by all tests that judge, and where there are two suites by the base alone. */
interface SetColumn {
  readonly label: string;
  readonly estimate: (series: Series) => Estimate | null;
}

/** Rows of models and methods, a column for each data set, pass@1 in percent: CodeTree's table 2. */
export function methodTable(series: readonly Series[]): TableBody {
  const columns = setColumns(series);
  return {
    title: 'pass@1 in percent, by model, method and data set (the shape of CodeTree, table 2)',
    columns: [
      { label: 'model', format: 'text' },
      { label: 'method', format: 'text' },
      ...columns.map(({ label }) => ({ label, format: 'percent' as const })),
    ],
    rows: rowsBy(series, (one) => [one.model, one.method], columns),
    notes: [
      'In brackets the 95 % interval: Wilson, attempts at one problem counted for what they are worth together.',
      ...visibleNotes(series),
    ],
  };
}

/** Which tests the methods were shown, data set by data set; none of runs that do not say it. */
function visibleNotes(series: readonly Series[]): readonly string[] {
  const sets = [...new Set(series.map(({ dataset }) => dataset))];
  return sets.flatMap((set) => {
    const own = series.filter(({ dataset }) => dataset === set);
    const said = [...new Set(own.flatMap(({ run }) => visibleSentence(run) ?? []))];
    return said.length === 0 ? [] : [`Visible tests of ${set}: ${said.join(' / ')}.`];
  });
}

function visibleSentence(run: Series['run']): string | null {
  const { dataset, problems } = run.record.config;
  if (dataset.visibleTests === undefined) return null;
  const source = terminalLine(visibleSource(dataset.visibleTests));
  const [without, dropped] = [withoutTests(run) ?? 0, droppedTests(run).length];
  const counts = [
    `${countText(without)} of ${plural(problems.length, 'problem')} without any`,
    ...(dropped === 0 ? [] : [`${countText(dropped)} with some dropped`]),
  ];
  return `${source} (${counts.join(', ')})`;
}

/** The same by depth and width of the search: CodeTree's table 3. null: no method searched in two shapes. */
export function shapeTable(series: readonly Series[]): TableBody | null {
  const searches = series.filter(hasShapes(series));
  if (searches.length === 0) return null;
  const columns = setColumns(searches);
  return {
    title: 'pass@1 in percent, by depth and width of the search (the shape of CodeTree, table 3)',
    columns: [
      { label: 'model', format: 'text' },
      { label: 'method', format: 'text' },
      { label: 'depth', format: 'count' },
      { label: 'width', format: 'count' },
      ...columns.map(({ label }) => ({ label, format: 'percent' as const })),
    ],
    rows: rowsBy(searches, (one) => [one.model, one.method, ...shapeOf(one)], columns),
    notes: [],
  };
}

/** Of methods whose trees have a shape, those that are there in more than one. */
function hasShapes(series: readonly Series[]): (one: Series) => boolean {
  const shapes = new Map<string, Set<string>>();
  for (const one of series) {
    const { method } = one.run.record.config;
    shapes.set(method, (shapes.get(method) ?? new Set()).add(shapeOf(one).join()));
  }
  return ({ run }) => (shapes.get(run.record.config.method)?.size ?? 0) > 1;
}

function shapeOf({ run }: Series): readonly number[] {
  const { config } = run.record;
  return kindReport(config.kind).shape(config);
}

function setColumns(series: readonly Series[]): readonly SetColumn[] {
  const sets = [...new Set(series.map(({ dataset }) => dataset))];
  return sets.flatMap((set) => {
    const own = series.filter(({ dataset }) => dataset === set);
    const all: SetColumn = {
      label: `${set}${sizeText(own)}`,
      estimate: (one) => (one.dataset === set ? passEstimate(one) : null),
    };
    const base: SetColumn = {
      label: `${set} base${sizeText(own)}`,
      estimate: (one) => (one.dataset === set ? baseEstimate(one) : null),
    };
    return own.some(({ run }) => run.summary.base !== null) ? [base, all] : [all];
  });
}

/** ` (30)`, where all runs of a data set are of as many problems. */
function sizeText(series: readonly Series[]): string {
  const sizes = new Set(series.map(({ run }) => run.record.config.problems.length));
  return sizes.size === 1 ? ` (${[...sizes].join('')})` : '';
}

export function passEstimate({ run: { summary } }: Series): Estimate | null {
  const { passAt1, interval } = summary;
  return passAt1 === null
    ? null
    : { value: passAt1, low: interval?.[0] ?? null, high: interval?.[1] ?? null };
}

function baseEstimate({ run: { summary } }: Series): Estimate | null {
  const { base } = summary;
  return base === null
    ? null
    : { value: base.rate, low: base.interval?.[0] ?? null, high: base.interval?.[1] ?? null };
}

/** One row for runs that share its head; a data set that none of them has is null. */
function rowsBy(
  series: readonly Series[],
  headOf: (one: Series) => readonly Cell[],
  columns: readonly SetColumn[],
): readonly (readonly Cell[])[] {
  const groups = new Map<string, Series[]>();
  for (const one of series) {
    const key = JSON.stringify(headOf(one));
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const rows = [...groups.values()].map((members) => {
    const [first] = members;
    const cells = columns.map(
      ({ estimate }) => members.map(estimate).find((found) => found !== null) ?? null,
    );
    return [...(first === undefined ? [] : headOf(first)), ...cells];
  });
  const models = [...new Set(series.map(({ model }) => model))];
  const placeOf = (cell: Cell | undefined): number => models.findIndex((model) => model === cell);
  return rows.toSorted((a, b) => placeOf(a[0]) - placeOf(b[0]));
}
