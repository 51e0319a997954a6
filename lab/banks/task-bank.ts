import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { cacheFolder } from '../../config/state-folder';
import type { Settings } from '../../config/settings';
import { taskBankLines } from './lines-of-tasks';
import type { BuiltLine } from '../../core/simulation/built-line';
import type { LoadedDataset } from '../../datasets';

/** Raised whenever the same rows would give another bank. */
const format = 1;

/**
 * File of the bank that the rows of a data set of tasks bring with them, in the cache. Equal rows give equal bytes. Safe to
 * repeat. null: no row is a task that says what solves it
 */
export async function taskBankFile(
  { rows, sha256 }: Pick<LoadedDataset, 'rows' | 'sha256'>,
  settings: Settings,
): Promise<string | null> {
  const lines = taskBankLines(rows);
  if (lines.length === 0) return null;
  const folder = join(cacheFolder(settings), 'task-banks');
  const file = join(folder, `tasks-${sha256.slice(0, 12)}-${String(format)}.jsonl`);
  const known = await stat(file).catch(() => null);
  if (known?.isFile() === true) return file;
  await mkdir(folder, { recursive: true });
  const half = `${file}.${String(process.pid)}`;
  await writeFile(half, bankText(lines), { mode: 0o600 });
  await rename(half, file);
  return file;
}

export function bankText(lines: readonly BuiltLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
