import { effortCurve, efforts } from '../../core/metrics/effort-curve';
import type { Series } from './series';
import type { Cell } from './study-table';
import type { TableBody } from './table-body';

/** Cumulative pass@1 by generated programs, in long form: CodeTree's figure 6. null: no run of a search has a verdict. */
export function curveTable(series: readonly Series[]): TableBody | null {
  const rows = series.flatMap((one) =>
    one.run.summary.curve.flatMap(({ budget, rate, interval }): readonly (readonly Cell[])[] =>
      rate === null
        ? []
        : [
            [
              one.model,
              one.dataset,
              one.method,
              budget,
              { value: rate, low: interval?.[0] ?? null, high: interval?.[1] ?? null },
            ],
          ],
    ),
  );
  if (rows.length === 0) return null;
  return {
    title: 'Cumulative pass@1 in percent, by generated programs (CodeTree, figure 6)',
    columns: [
      { label: 'model', format: 'text' },
      { label: 'data set', format: 'text' },
      { label: 'method', format: 'text' },
      { label: 'programs', format: 'count' },
      { label: 'pass@1', format: 'percent' },
    ],
    rows,
    notes: series.flatMap(({ run, method }) =>
      run.summary.repeatedDraws === null
        ? []
        : [
            `${method}: draws repeat from program ${String(run.summary.repeatedDraws.from + 1)} of an attempt on; the bank has no further distinct programs for some problem.`,
          ],
    ),
  };
}

/** The same by tokens, dollars and seconds. null: none of them is known of any run. */
export function effortTable(series: readonly Series[]): TableBody | null {
  const rows: (readonly Cell[])[] = [];
  const unknown = new Set<string>();
  for (const { run, model, dataset, method } of series) {
    if (run.record.config.kind !== 'search') continue;
    for (const effort of efforts) {
      const curve = effortCurve(effort, run.attempts, run.calls);
      if (curve === null) unknown.add(effort);
      for (const { upTo, rate } of curve ?? []) {
        rows.push([model, dataset, method, effort, upTo, rate]);
      }
    }
  }
  if (rows.length === 0) return null;
  return {
    title: 'pass@1 in percent, had every attempt ended before it took more than so much',
    columns: [
      { label: 'model', format: 'text' },
      { label: 'data set', format: 'text' },
      { label: 'method', format: 'text' },
      { label: 'of', format: 'text' },
      { label: 'up to', format: 'number' },
      { label: 'pass@1', format: 'percent' },
    ],
    rows,
    notes: [
      'Per attempt. Seconds are those of the endpoint, one call after another: neither sandbox nor waiting.',
      ...(unknown.size === 0
        ? []
        : [
            `Unknown, or nothing, in some run, which is left out there: ${[...unknown].join(', ')}.`,
          ]),
    ],
  };
}
