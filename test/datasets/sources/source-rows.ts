import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { UsageError } from '../../../core/errors/errors';
import type { RecipeSource } from '../../../core/schemas/recipe';
import { SourceRow } from '../../../core/schemas/source-row';
import { readSource } from '../../../datasets';
import type { ReadRow } from '../../../datasets';

type Settings = Partial<RecipeSource>;

/** All that is read of a file. Rows are checked against their schema. */
export async function readPath(
  path: string,
  settings: Settings = {},
  most?: number,
): Promise<ReadRow[]> {
  const all: ReadRow[] = [];
  const source = { name: 'seed', file: 'unused', ...settings };
  for await (const read of readSource(source, path, most)) {
    all.push(read.kind === 'row' ? { kind: 'row', row: SourceRow.parse(read.row) } : read);
  }
  return all;
}

/** Reads a text as a file of this name. A name in .gz packs it. */
export async function readText(
  name: string,
  text: string | Buffer,
  settings: Settings = {},
  most?: number,
): Promise<ReadRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-sources-'));
  try {
    const path = join(folder, name);
    writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
    return await readPath(path, settings, most);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The one row of a file with this object. */
export async function rowOf(raw: object, settings: Settings = {}): Promise<SourceRow> {
  const [read] = await readText('rows.jsonl', JSON.stringify(raw), settings);
  if (read?.kind !== 'row') throw new Error(read?.why ?? 'nothing was read');
  return read.row;
}

/** Why the one row of a file with this object cannot be used. */
export async function faultOf(raw: object, settings: Settings = {}): Promise<string> {
  const [read] = await readText('rows.jsonl', JSON.stringify(raw), settings);
  if (read?.kind !== 'unreadable') throw new Error('the row was read');
  return read.why;
}

/** Message and remedy of a refused file. */
export async function refusalOf(reading: Promise<unknown>): Promise<string> {
  const error: unknown = await reading.catch((caught: unknown) => caught);
  if (!(error instanceof UsageError)) throw new Error(`no UsageError but ${String(error)}`);
  return `${error.message.replace(/^\S*\//, '')} | ${error.remedy}`;
}

/** Each read row in a word: its query, or why it is unreadable. */
export const told = (reads: readonly ReadRow[]): readonly string[] =>
  reads.map((read) =>
    read.kind === 'row' ? `${read.row.id} ${read.row.query}` : `${String(read.place)}! ${read.why}`,
  );
