import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';

import { datasetForms } from '../../../core/code-feedback/export/formats';
import type { DatasetForm } from '../../../core/code-feedback/export/formats';
import { DialoguePlaces } from '../../../core/code-feedback/export/place-dialogue';
import type { Store } from '../../../core/ports/records';
import { asJson, canonicalJson } from '../../../core/values/canonical-json';
import type { JsonValue } from '../../../core/values/canonical-json';
import { checkDirectory, writeDirectory } from '../../export/write-directory';
import type { FileContent } from '../../export/write-directory';
import { datasetCard } from './dataset-card';
import { DatasetStats } from './dataset-stats';
import { lineageOf, sha256Of } from './lineage';
import { readDataset } from './read-dataset';
import type { MadeRow } from './read-dataset';

export interface DatasetExportOptions {
  readonly run: string;
  readonly directory: string;
  readonly forms: readonly DatasetForm[];
  readonly force: boolean;
  /** Names of sources and ids of rows whose dialogues are left out. */
  readonly without: ReadonlySet<string>;
}

export interface ExportedDataset {
  readonly dialogues: number;
  readonly removed: number;
  readonly files: readonly string[];
}

/**
 * Writes the data set that a run has made: a folder with `train.jsonl` and `test.jsonl` for each form, `meta.jsonl` with the lineage of
 * each dialogue, `rejected.jsonl`, `stats.json` and the card `README.md`. The same run gives the same bytes. What is left out
 * (`without`) is decided last, so it changes no other dialogue.
 * @throws UsageError for a run that makes no data set or has not ended, or a folder that is not empty
 */
export async function exportDataset(
  store: Store,
  { run, directory, forms, force, without }: DatasetExportOptions,
): Promise<ExportedDataset> {
  await checkDirectory(directory, force);
  const { config, packing, rows } = await readDataset(store, run);
  const stats = new DatasetStats(config, packing);
  const { testShare } = config.build.recipe.output;
  const places = new DialoguePlaces(config.seed, testShare, sha256Of);
  const scratch = await mkdtemp(join(tmpdir(), 'espalier-dataset-'));
  const files = new ScratchFiles(scratch);
  let removed = 0;
  try {
    for (const form of forms)
      for (const part of ['train', 'test']) files.open(`${form}/${part}.jsonl`);
    for (const name of ['meta.jsonl', 'rejected.jsonl']) files.open(name);
    for await (const row of rows()) {
      if (row.made.kind === 'none') {
        stats.add(row, null);
        await files.add('rejected.jsonl', rejection(row));
        continue;
      }
      const name = `${row.method} ${row.rows.map(({ id }) => id).join(' ')}`;
      const [first] = row.rows;
      const { id, part } = places.place(name, first?.problem?.slug ?? first?.id ?? '');
      if (row.rows.some((one) => without.has(one.id) || without.has(one.source))) {
        removed += 1;
        stats.add(row, 'removed');
        continue;
      }
      stats.add(row, part);
      for (const form of forms) {
        await files.add(`${form}/${part}.jsonl`, datasetForms[form](id, row.made.turns));
      }
      await files.add('meta.jsonl', { id, part, ...(await lineageOf(store, config, row)) });
    }
    await files.close();
    const text = `${JSON.stringify(stats.toJson(), null, 2)}\n`;
    const { dialogues } = stats;
    const all: (readonly [string, FileContent])[] = [
      ...files.contents(),
      ['stats.json', text],
      ['README.md', datasetCard(config, { dialogues, stats: text })],
    ];
    await writeDirectory(directory, all);
    return { dialogues, removed, files: all.map(([file]) => file) };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function rejection({ method, rows, made }: MadeRow): JsonValue {
  const { end, findings } = made.kind === 'none' ? made : { end: '', findings: [] };
  return asJson({ rows: rows.map(({ id }) => id), method, end, findings });
}

/** Files that grow row by row, outside memory. */
class ScratchFiles {
  private readonly streams = new Map<string, WriteStream>();

  constructor(private readonly folder: string) {}

  open(name: string): WriteStream {
    const known = this.streams.get(name);
    if (known !== undefined) return known;
    const stream = createWriteStream(this.pathOf(name));
    this.streams.set(name, stream);
    return stream;
  }

  async add(name: string, row: JsonValue): Promise<void> {
    const stream = this.open(name);
    if (!stream.write(`${canonicalJson(row)}\n`)) await once(stream, 'drain');
  }

  async close(): Promise<void> {
    for (const stream of this.streams.values()) {
      stream.end();
      await finished(stream);
    }
  }

  contents(): readonly (readonly [string, FileContent])[] {
    return [...this.streams.keys()].map((name) => [
      name,
      () => createReadStream(this.pathOf(name)),
    ]);
  }

  private pathOf(name: string): string {
    return join(this.folder, name.replaceAll('/', '-'));
  }
}
