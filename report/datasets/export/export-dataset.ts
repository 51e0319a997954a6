import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { datasetFormNames, datasetForms } from '../../../core/code-feedback/export/formats';
import type { DatasetForm } from '../../../core/code-feedback/export/formats';
import type { Store } from '../../../core/ports/records';
import { asJson } from '../../../core/values/canonical-json';
import type { JsonValue } from '../../../core/values/canonical-json';
import { checkDirectory, writeDirectory } from '../../export/write-directory';
import type { FileContent } from '../../export/write-directory';
import { datasetCard } from './dataset-card';
import { DatasetStats } from './dataset-stats';
import { lineageOf } from './lineage';
import { placedRows } from './placed-rows';
import { readDataset } from './read-dataset';
import type { MadeRow } from './read-dataset';
import { ScratchFiles } from './scratch-files';
import { writeParquet } from './write-parquet';

export interface DatasetExportOptions {
  readonly run: string;
  readonly directory: string;
  readonly forms: readonly DatasetForm[];
  /** Also writes a Parquet file beside each file of a form. */
  readonly parquet: boolean;
  readonly force: boolean;
  /** Names of sources and ids of rows whose dialogues are left out, beside those that were removed from the run. */
  readonly without: ReadonlySet<string>;
}

export interface ExportedDataset {
  readonly dialogues: number;
  /** Rows of each form: a dialogue may have none in `preference`. */
  readonly rows: Readonly<Partial<Record<DatasetForm, number>>>;
  /** Dialogues that were left out on request. */
  readonly removed: number;
  /** The sources and rows of these requests, in order. */
  readonly leftOut: readonly string[];
  readonly files: readonly string[];
}

/**
 * Writes the data set that a run has made: a folder with `train.jsonl` and `test.jsonl` for each form, `meta.jsonl` with the lineage of
 * each dialogue, `rejected.jsonl`, `stats.json` and the card `README.md`. The same run gives the same bytes. What is left out on
 * request is decided last, so it changes no other dialogue.
 * @throws UsageError for a run that makes no data set or has not ended, or a folder that is not empty
 */
export async function exportDataset(
  store: Store,
  { run, directory, forms: named, parquet, force, without }: DatasetExportOptions,
): Promise<ExportedDataset> {
  await checkDirectory(directory, force);
  const forms = [...new Set(named)];
  const read = await readDataset(store, run);
  const { config, packing } = read;
  const leftOut = new Set([...(await store.runs.datasetRemovals(run)), ...without].sort());
  const stats = new DatasetStats(config, packing, [...leftOut]);
  const scratch = await mkdtemp(join(tmpdir(), 'espalier-dataset-'));
  const files = new ScratchFiles(scratch);
  let removed = 0;
  try {
    for (const [form, part] of partsOf(forms)) files.open(`${form}/${part}.jsonl`);
    for (const name of ['meta.jsonl', 'rejected.jsonl']) files.open(name);
    for await (const row of placedRows(read, leftOut)) {
      if (row.removedBy.length > 0) {
        if (row.place !== null) removed += 1;
        stats.add(row, 'removed');
        continue;
      }
      if (row.made.kind === 'none' || row.place === null) {
        stats.add(row, null);
        await files.add('rejected.jsonl', rejection(row));
        continue;
      }
      const { id, part } = row.place;
      stats.add(row, part);
      for (const form of forms) {
        const { preference } = row.rows[0] ?? {};
        const written = datasetForms[form].row(id, row.made.turns, preference);
        if (written !== null) await files.add(`${form}/${part}.jsonl`, written);
      }
      await files.add('meta.jsonl', asJson({ id, part, ...(await lineageOf(store, config, row)) }));
    }
    await files.close();
    const counts = stats.counts();
    const text = `${JSON.stringify(counts, null, 2)}\n`;
    const { dialogues } = stats;
    const ending = parquet ? 'parquet' : 'jsonl';
    const parts = partsOf(forms).map(([form, part]) => ({
      ...{ form, part, file: `${form}/${part}.${ending}` },
      rows: files.count(`${form}/${part}.jsonl`),
    }));
    const all: (readonly [string, FileContent])[] = [
      ...files.contents(),
      ...(parquet ? await parquetFiles(files, forms) : []),
      ['stats.json', text],
      [
        'README.md',
        datasetCard(config, {
          ...{ dialogues, removed, leftOut: [...leftOut], parts },
          ...{ licences: counts.licences, stats: text },
        }),
      ],
    ];
    await writeDirectory(directory, all);
    await removeOthers(
      directory,
      all.map(([name]) => name),
    );
    const rows = Object.fromEntries(
      forms.map((form) => [form, sum(parts.filter((one) => one.form === form))]),
    );
    const names = all.map(([file]) => file);
    return { dialogues, rows, removed, leftOut: [...leftOut], files: names };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function sum(parts: readonly { readonly rows: number }[]): number {
  return parts.reduce((total, { rows }) => total + rows, 0);
}

function partsOf(
  forms: readonly DatasetForm[],
): readonly (readonly [form: DatasetForm, part: 'train' | 'test'])[] {
  return forms.flatMap((form) => [[form, 'train'] as const, [form, 'test'] as const]);
}

async function parquetFiles(
  files: ScratchFiles,
  forms: readonly DatasetForm[],
): Promise<readonly (readonly [string, FileContent])[]> {
  const written: (readonly [string, FileContent])[] = [];
  for (const [form, part] of partsOf(forms)) {
    const name = `${form}/${part}.parquet`;
    const path = files.pathOf(name);
    await writeParquet(path, datasetForms[form].columns, files.rows(`${form}/${part}.jsonl`));
    written.push([name, () => createReadStream(path)]);
  }
  return written;
}

/** Files of other forms that an earlier export wrote: they may have dialogues that were removed since, and the card does not name them. */
async function removeOthers(directory: string, written: readonly string[]): Promise<void> {
  for (const [form, part] of partsOf(datasetFormNames)) {
    for (const ending of ['jsonl', 'parquet']) {
      const name = `${form}/${part}.${ending}`;
      if (!written.includes(name)) await rm(join(directory, name), { force: true });
    }
  }
}

function rejection({ method, rows, made }: MadeRow): JsonValue {
  const { end, findings } = made.kind === 'none' ? made : { end: '', findings: [] };
  return asJson({ rows: rows.map(({ id }) => id), method, end, findings });
}
