import type { Store } from '../../../core/ports/records';
import { countText, plural } from '../../../core/words/plural';
import { DatasetStats } from '../export/dataset-stats';
import type { DatasetCounts } from '../export/dataset-stats';
import { placedRows } from '../export/placed-rows';
import { readDataset } from '../export/read-dataset';

/** A data set that a run has made, in numbers. */
export interface DatasetSummary extends DatasetCounts {
  readonly run: string;
  readonly dataset: string;
  readonly model: string;
}

/** @throws UsageError for a run that makes no data set or has not ended */
export async function datasetSummary(store: Store, run: string): Promise<DatasetSummary> {
  const read = await readDataset(store, run);
  const { config, packing } = read;
  const leftOut = await store.runs.datasetRemovals(run);
  const stats = new DatasetStats(config, packing, leftOut);
  for await (const row of placedRows(read, new Set(leftOut))) {
    stats.add(row, row.removedBy.length > 0 ? 'removed' : (row.place?.part ?? null));
  }
  return { run, dataset: config.dataset.name, model: config.model.name, ...stats.counts() };
}

/** Lines of a table: what, and how many. Names of the recipe, ids of rows and licences come from outside. */
export function summaryLines(summary: DatasetSummary): readonly (readonly [string, string])[] {
  const { exported, rows, methods, gates, leftOut } = summary;
  const without = Object.entries(rows).filter(([end]) => end !== 'exported' && end !== 'removed');
  const made = Object.entries(methods).map(
    ([method, ends]) => `${method} ${countText(ends['exported'] ?? 0)}`,
  );
  const sources = Object.entries(summary.sources).map(
    ([name, { planned }]) => `${name} ${countText(planned)}`,
  );
  return [
    ['data set', summary.dataset],
    ['run', summary.run],
    ['model', summary.model],
    ['rows planned', sources.join(', ')],
    ['licences', licencesText(summary.licences)],
    [
      'dialogues',
      `${countText(exported.dialogues)} (train ${countText(exported.train)}, test ${countText(exported.test)}), ${plural(exported.turns, 'turn')}`,
    ],
    ['by method', made.join(', ')],
    ['rows without one', countsText(Object.fromEntries(without))],
    ['gates not passed', countsText(gates)],
    ...(leftOut.length === 0
      ? []
      : [
          [
            'left out on request',
            `${leftOut.join(', ')} (${plural(exported.removed, 'dialogue')})`,
          ] as const,
        ]),
  ];
}

function licencesText(licences: DatasetSummary['licences']): string {
  const all: Record<string, number> = {};
  for (const counts of Object.values(licences)) {
    for (const [name, count] of Object.entries(counts)) all[name] = (all[name] ?? 0) + count;
  }
  return countsText(all);
}

function countsText(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).map(([name, count]) => `${name} ${countText(count)}`);
  return parts.join(', ') || 'none';
}
