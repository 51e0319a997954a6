import { workRow } from '../../core/kinds/kinds';
import { alignRuns } from '../../core/metrics/align-runs';
import { pairedDifference } from '../../core/statistics/paired-difference';
import type { Series } from './series';
import type { Estimate } from './study-table';

/** Against the run with the same model, data set, seed, samples and budget. null: there is not exactly one, or it is the same run. */
export function differenceTo(one: Series, others: readonly Series[]): Estimate | null {
  const fitting = others.filter((other) => alike(one, other));
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
