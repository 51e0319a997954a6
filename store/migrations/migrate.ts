import type { Kysely, Transaction } from 'kysely';

import { StoreSchemaNewerError, StoreSchemaOlderError } from '../errors';
import type { StoreTables } from '../tables';
import { copyBefore } from './copy-before';
import type { Migration } from './migration';

/** An existing store that has been brought to a newer schema. */
export interface Migrated {
  readonly from: number;
  readonly to: number;
  /** The file with the store as it was. */
  readonly copy: string;
}

export interface MigrateOptions {
  readonly path: string;
  readonly migrations: readonly Migration[];
  readonly readOnly: boolean;
  readonly clock: () => number;
}

const columnTypes = { bytes: 'blob' } as const;

/**
 * Looks first without a lock, then again under the write lock: of two processes, one migrates. A schema that is there is
 * copied first. All steps become visible together or not at all. @returns what happened to an existing store; null: nothing
 * @throws StoreSchemaNewerError, StoreSchemaOlderError (reading only)
 */
export async function migrate(
  db: Kysely<StoreTables>,
  options: MigrateOptions,
): Promise<Migrated | null> {
  const newest = options.migrations.at(-1)?.version ?? 0;
  const found = await schemaVersion(db);
  refuseNewer(found, newest, options.path);
  if (found === newest) return null;
  if (options.readOnly) {
    throw new StoreSchemaOlderError({ path: options.path, found, known: newest });
  }
  return db.transaction().execute(async (locked) => {
    const current = await schemaVersion(locked);
    refuseNewer(current, newest, options.path);
    const pending = options.migrations.filter(({ version }) => version > current);
    const copy = pending.length > 0 && current > 0 ? copyBefore(options.path, newest) : null;
    for (const migration of pending) await apply(locked, migration, options.clock());
    return copy === null ? null : { from: current, to: newest, copy };
  });
}

function refuseNewer(found: number, known: number, path: string): void {
  if (found > known) throw new StoreSchemaNewerError({ path, found, known });
}

/** 0: an empty database. */
async function schemaVersion(db: Kysely<StoreTables>): Promise<number> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'schema_versions')) return 0;
  const row = await db
    .selectFrom('schema_versions')
    .select(({ fn }) => fn.max('version').as('version'))
    .executeTakeFirst();
  return row?.version ?? 0;
}

async function apply(
  db: Transaction<StoreTables>,
  migration: Migration,
  nowMs: number,
): Promise<void> {
  await db.schema
    .createTable('schema_versions')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('applied_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await migration.up(db as unknown as Kysely<unknown>, columnTypes);
  await db
    .insertInto('schema_versions')
    .values({ version: migration.version, name: migration.name, applied_at_ms: nowMs })
    .execute();
}
