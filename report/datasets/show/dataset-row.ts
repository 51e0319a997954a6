import { UsageError } from '../../../core/errors/errors';
import type { GateFinding } from '../../../core/kinds/dataset/schema';
import type { ErrorClass } from '../../../core/names/dataset-methods';
import type { Store } from '../../../core/ports/records';
import { terminalLine } from '../../terminal-safe';
import { lineageOf } from '../export/lineage';
import type { Lineage, LineageRow } from '../export/lineage';
import { placedRows } from '../export/placed-rows';
import type { PlacedRow } from '../export/placed-rows';
import { readDataset } from '../export/read-dataset';

/** All that is known of one row of a data set that a run has made. */
export interface DatasetRow extends Lineage {
  readonly run: string;
  /** `exported`, `removed`, or why the row gave no dialogue. */
  readonly end: string;
  /** null: the row gave none. A removed dialogue keeps its id. */
  readonly dialogue: {
    readonly id: number;
    readonly part: 'train' | 'test';
    readonly turns: number;
  } | null;
  readonly rows: readonly (LineageRow & { readonly source: string })[];
  /** Planted error of `correct`. */
  readonly errorClass: ErrorClass | null;
  /** Gates that were not passed. */
  readonly findings: readonly GateFinding[];
  /** Sources and rows on whose removal it is left out. */
  readonly removedBy: readonly string[];
}

/**
 * Looks one row up in what a run has made.
 * @param wanted id of a source row, also of a partner or of a packed neighbour, or the `id` of an exported dialogue
 * @throws UsageError (`UNKNOWN_ROW`) if the run has neither; for a run that makes no data set or has not ended
 */
export async function datasetRow(store: Store, run: string, wanted: string): Promise<DatasetRow> {
  const read = await readDataset(store, run);
  const removed = new Set(await store.runs.datasetRemovals(run));
  for await (const row of placedRows(read, removed)) {
    if (!isWanted(row, wanted)) continue;
    const { made, place, rows, errorClass, removedBy } = row;
    const lineage = await lineageOf(store, read.config, row);
    const turns = made.kind === 'dialogue' ? made.turns.length : 0;
    const end = made.kind === 'dialogue' ? 'exported' : made.end;
    return {
      ...lineage,
      run,
      end: removedBy.length > 0 ? 'removed' : end,
      dialogue: place === null ? null : { ...place, turns },
      rows: lineage.rows.map((one, at) => ({ ...one, source: rows[at]?.source ?? '' })),
      errorClass,
      findings: made.kind === 'none' ? made.findings : [],
      removedBy,
    };
  }
  throw new UsageError(
    `run ${run} has neither a row nor a dialogue ${terminalLine(wanted)}`,
    `Rows are named like ${read.config.problems[0] ?? ''}; dialogues have the number \`id\` of an export. Rows that no method took are not stored`,
    { code: 'UNKNOWN_ROW' },
  );
}

function isWanted({ rows, place }: PlacedRow, wanted: string): boolean {
  return rows.some(({ id }) => id === wanted) || (place !== null && String(place.id) === wanted);
}
