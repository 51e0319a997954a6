import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import SqliteDatabase from 'better-sqlite3';

import { StoreForeignError, StoreMissingError } from '../errors';
import { BLOCKING_WAIT_MS, retryWhileBusy } from './retry-while-busy';
import { translateStoreError } from './translate-error';

export interface DatabaseOptions {
  readonly path: string;
  /** `normal` survives any kill of a process, `full` a loss of power too. */
  readonly synchronous: 'normal' | 'full';
  /** How long a lock of another process is waited for. */
  readonly busyTimeoutMs: number;
  readonly readOnly: boolean;
}

/**
 * Creates file (0600) and folder (0700) when absent and writable.
 * @throws StoreMissingError, StoreNotWritableError, StoreLockedError, StoreFullError, StoreCorruptError, StoreForeignError
 */
export async function openDatabase(options: DatabaseOptions): Promise<SqliteDatabase.Database> {
  const { path, readOnly } = options;
  let database: SqliteDatabase.Database | null = null;
  try {
    const existed = existsSync(path);
    if (readOnly && !existed) throw new StoreMissingError(path);
    if (!readOnly) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const opened = new SqliteDatabase(path, {
      readonly: readOnly,
      fileMustExist: readOnly,
      timeout: Math.min(options.busyTimeoutMs, BLOCKING_WAIT_MS),
    });
    database = opened;
    // By name: opening the file ourselves and closing it again would drop this process's locks on it.
    if (!existed) chmodSync(path, 0o600);
    await retryWhileBusy(() => {
      setUp(opened, options);
    }, options.busyTimeoutMs);
    return opened;
  } catch (error) {
    database?.close();
    throw translateStoreError(error, path);
  }
}

function setUp(database: SqliteDatabase.Database, options: DatabaseOptions): void {
  // Before the first change: a file of another program is left as it is.
  refuseForeign(database, options.path);
  if (!options.readOnly) database.pragma('journal_mode = WAL');
  database.pragma(`synchronous = ${options.synchronous === 'full' ? 'FULL' : 'NORMAL'}`);
  database.pragma('foreign_keys = ON');
  // A full or missing /tmp must not fail a statement.
  database.pragma('temp_store = MEMORY');
}

function refuseForeign(database: SqliteDatabase.Database, path: string): void {
  const tables = database
    .prepare<[], { name: string }>(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
    )
    .all();
  if (tables.length > 0 && !tables.some(({ name }) => name === 'schema_versions')) {
    throw new StoreForeignError(path);
  }
}
