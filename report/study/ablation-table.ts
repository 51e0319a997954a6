import { differenceTo } from './difference-to';
import { passEstimate } from './method-table';
import type { Series } from './series';
import type { Cell } from './study-table';
import type { TableBody } from './table-body';

const whole = 'code-tree';

/** CodeTree beside its ablations: its table 4, with the paired difference to the whole. null: no run of an ablation. */
export function ablationTable(series: readonly Series[]): TableBody | null {
  const parts = series.filter(({ run }) => run.record.config.method.startsWith(`${whole}-no-`));
  if (parts.length === 0) return null;
  const wholes = series.filter(({ run }) => run.record.config.method === whole);
  const shown = series.filter((one) => wholes.includes(one) || parts.includes(one));
  return {
    title: 'CodeTree without one of its parts, in percent (the shape of CodeTree, table 4)',
    columns: [
      { label: 'model', format: 'text' },
      { label: 'data set', format: 'text' },
      { label: 'method', format: 'text' },
      { label: 'pass@1', format: 'percent' },
      { label: 'to the whole', format: 'points' },
    ],
    rows: shown.map((one): readonly Cell[] => [
      one.model,
      one.dataset,
      one.method,
      passEstimate(one),
      differenceTo(one, wholes),
    ]),
    notes: [
      `"To the whole" is the difference to ${whole} on the same problems, in points, with its 95 % interval; empty where there is not exactly one such run.`,
    ],
  };
}
