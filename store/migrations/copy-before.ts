import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';

import SqliteDatabase from 'better-sqlite3';

import { translateStoreError } from '../sqlite/translate-error';

/**
 * As of the last commit, to `<path>.before-v<version>` (then `-2`, `-3`...; never overwritten), whole or not at all. The
 * caller holds the write lock. @returns the copy's path @throws StoreFullError, StoreNotWritableError
 */
export function copyBefore(path: string, version: number): string {
  const partial = `${path}.before-v${String(version)}.partial-${String(process.pid)}`;
  let reader: SqliteDatabase.Database | null = null;
  try {
    reader = new SqliteDatabase(path, { readonly: true });
    reader.prepare('vacuum into ?').run(partial);
    chmodSync(partial, 0o600);
    const copy = freeName(`${path}.before-v${String(version)}`);
    renameSync(partial, copy);
    return copy;
  } catch (error) {
    rmSync(partial, { force: true });
    throw translateStoreError(error, path);
  } finally {
    reader?.close();
  }
}

function freeName(wanted: string): string {
  let name = wanted;
  for (let number = 2; existsSync(name); number += 1) name = `${wanted}-${String(number)}`;
  return name;
}
