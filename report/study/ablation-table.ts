import { workRow } from '../../core/kinds/kinds';
import { alignRuns } from '../../core/metrics/align-runs';
import { pairedDifference } from '../../core/statistics/paired-difference';
import { passEstimate } from './method-table';
import type { Series } from './series';
import type { Cell, Estimate } from './study-table';
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
      toTheWhole(one, wholes),
    ]),
    notes: [
      `"To the whole" is the difference to ${whole} on the same problems, in points, with its 95 % interval; empty where there is not exactly one such run.`,
    ],
  };
}

/** Against the run of the whole method with the same model, data set, seed and budget. */
function toTheWhole(one: Series, wholes: readonly Series[]): Estimate | null {
  const fitting = wholes.filter((other) => alike(one, other));
  const [other] = fitting;
  if (other === undefined || fitting.length > 1 || other === one) return null;
  const { pairs } = alignRuns(alignedRun(other), alignedRun(one));
  const seen = pairedDifference(pairs);
  if (seen === null) return null;
  const { difference, interval } = seen;
  return { value: difference, low: interval?.[0] ?? null, high: interval?.[1] ?? null };
}

function alike(one: Series, other: Series): boolean {
  const settings = ({ run: { record } }: Series): string => {
    const { seed, samples, dataset } = record.config;
    const budget = workRow(record.config.kind).budget(record.config);
    return JSON.stringify([dataset.sha256, seed, samples, budget]);
  };
  return one.model === other.model && settings(one) === settings(other);
}

function alignedRun({ run: { record, attempts } }: Series): Parameters<typeof alignRuns>[0] {
  const { problems, samples } = record.config;
  return { problems, samples, attempts };
}
