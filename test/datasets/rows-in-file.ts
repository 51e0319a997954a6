import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { UsageError } from '../../core/errors/errors';
import { loadDataset } from '../../datasets';
import type { LoadedDataset } from '../../datasets';

/** Rows, or lines as they stand, as a data set: read from a file of this name that is gone afterwards. */
export async function loadRows(
  rows: readonly (object | string)[],
  name = 'rows.jsonl',
): Promise<LoadedDataset> {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-rows-'));
  try {
    const path = join(folder, name);
    const lines = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row)));
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
    return await loadDataset({ nameOrPath: path, cacheDir: folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What is said of rows that are refused: message, and what to do. */
export async function refusalOf(rows: readonly (object | string)[]): Promise<string> {
  const error: unknown = await loadRows(rows).catch((caught: unknown) => caught);
  if (!(error instanceof UsageError)) throw new Error(`no UsageError but ${String(error)}`);
  return `${error.message.replace(/^.*rows\.jsonl, /, '')} | ${error.remedy}`;
}
