import type { Kysely } from 'kysely';

import type { ColumnTypes, Migration } from './migration';

/** Archives in pieces, environments with their definitions, functions of runs that build harnesses, and steps of these. */
export const environments: Migration = {
  version: 4,
  name: 'environments',
  up: async (db, types) => {
    await createArchives(db, types);
    await createEnvironments(db);
    await createFunctions(db);
    await db.schema
      .createTable('environment_steps')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('encoding', 'text', (column) => column.notNull())
      .addColumn('content', types.bytes, (column) => column.notNull())
      .addColumn('saved_at_ms', 'bigint', (column) => column.notNull())
      .execute();
  },
};

async function createArchives(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('archive_pieces')
    .addColumn('sha256', 'text', (column) => column.primaryKey())
    .addColumn('encoding', 'text', (column) => column.notNull())
    .addColumn('content', types.bytes, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('archives')
    .addColumn('sha256', 'text', (column) => column.primaryKey())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('pieces', 'text', (column) => column.notNull())
    .execute();
}

/** No reference from definitions: what is known of a tree may be kept before its record is. */
async function createEnvironments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('environments')
    .addColumn('sha256', 'text', (column) => column.primaryKey())
    .addColumn('record', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('definitions')
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('definitions_key', ['environment', 'id'])
    .addUniqueConstraint('definitions_by_place', ['environment', 'place'])
    .execute();
}

async function createFunctions(db: Kysely<unknown>): Promise<void> {
  const attempt = ['run', 'problem', 'sample'] as const;
  await db.schema
    .createTable('environment_functions')
    .addColumn('run', 'text', (column) => column.notNull())
    .addColumn('problem', 'text', (column) => column.notNull())
    .addColumn('sample', 'integer', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('stage', 'text', (column) => column.notNull())
    .addColumn('entry', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('environment_functions_key', [...attempt, 'id'])
    .addUniqueConstraint('environment_functions_by_place', [...attempt, 'place'])
    .execute();
}
