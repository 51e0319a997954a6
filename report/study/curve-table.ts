import { workRow } from '../../core/kinds/kinds';
import type { CurvePoint } from '../../core/metrics/budget-curve';
import { efforts } from '../../core/metrics/effort-curve';
import type { Series } from './series';
import type { Cell, Column } from './study-table';
import type { TableBody } from './table-body';

/** Cumulative pass@1 by generated programs, a column for each number: CodeTree's figure 6. null: no search has a verdict. */
export function curveTable(series: readonly Series[]): TableBody | null {
  const drawn = series.filter(({ run }) => run.summary.curve.some(({ rate }) => rate !== null));
  if (drawn.length === 0) return null;
  const most = Math.max(...drawn.map(({ run }) => run.summary.curve.length));
  return {
    title: 'Cumulative pass@1 in percent, by generated programs (CodeTree, figure 6)',
    columns: [
      ...heads,
      ...Array.from({ length: most }, (_, at) => ({
        label: String(at + 1),
        format: 'short-percent' as const,
      })),
    ],
    rows: drawn.map(({ run, model, dataset, method }) => [
      model,
      dataset,
      method,
      ...Array.from({ length: most }, (_, at) => pointOf(run.summary.curve[at])),
    ]),
    notes: drawn.flatMap(({ run, method, dataset }) =>
      run.summary.repeatedDraws === null
        ? []
        : [
            `${method}, ${dataset}: draws repeat from program ${String(run.summary.repeatedDraws.from + 1)} of an attempt on; the bank has no further distinct programs for some problem.`,
          ],
    ),
  };
}

const heads: readonly Column[] = [
  { label: 'model', format: 'text' },
  { label: 'data set', format: 'text' },
  { label: 'method', format: 'text' },
];

function pointOf(point: CurvePoint | undefined): Cell {
  return point?.rate == null
    ? null
    : {
        value: point.rate,
        low: point.interval?.[0] ?? null,
        high: point.interval?.[1] ?? null,
      };
}

/** The same by tokens, dollars and seconds, at tenths of the dearest attempt. null: none of them is known of any run. */
export function effortTable(series: readonly Series[]): TableBody | null {
  const unknown = new Set<string>();
  const rows = series.flatMap(({ run, model, dataset, method }): readonly (readonly Cell[])[] => {
    const { config } = run.record;
    if (workRow(config.kind).budget(config)?.of !== 'program') return [];
    return efforts.flatMap((effort) => {
      const curve = run.effort[effort];
      if (curve === null) unknown.add(effort);
      const rates = curve?.map(({ rate }) => rate);
      const dearest = curve?.at(-1)?.upTo ?? null;
      return rates === undefined ? [] : [[model, dataset, method, effort, dearest, ...rates]];
    });
  });
  const [first] = rows;
  if (first === undefined) return null;
  const steps = first.length - 5;
  return {
    title:
      'pass@1 in percent, had every attempt ended before it took more than a share of the dearest one',
    columns: [
      ...heads,
      { label: 'of', format: 'text' },
      { label: 'dearest', format: 'number' },
      ...Array.from({ length: steps }, (_, at) => ({
        label: `${String(Math.round((100 * (at + 1)) / steps))} %`,
        format: 'percent' as const,
      })),
    ],
    rows,
    notes: [
      'Dearest: what the attempt took that took most. Seconds are those of the endpoint, one call after another: neither sandbox nor waiting.',
      ...(unknown.size === 0
        ? []
        : [
            `Unknown, or nothing, in some run, which is left out there: ${[...unknown].join(', ')}.`,
          ]),
    ],
  };
}
