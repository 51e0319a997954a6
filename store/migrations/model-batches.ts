import type { Migration } from './migration';

/** Requests of data sets that went through a batch API. */
export const modelBatches: Migration = {
  version: 18,
  name: 'model-batches',
  up: async (db) => {
    await db.schema
      .createTable('batch_windows')
      .addColumn('run', 'text', (column) => column.notNull())
      .addColumn('window', 'integer', (column) => column.notNull())
      .addColumn('owner', 'text')
      .addColumn('lease_ends_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('lease_ms', 'bigint', (column) => column.notNull())
      .addColumn('look_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('done', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('batch_windows_key', ['run', 'window'])
      .execute();
    await db.schema
      .createTable('model_batches')
      .addColumn('run', 'text', (column) => column.notNull())
      .addColumn('window', 'integer', (column) => column.notNull())
      .addColumn('wave', 'integer', (column) => column.notNull())
      .addColumn('stage', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('token', 'text', (column) => column.notNull())
      .addColumn('batch', 'text')
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('content_sha256', 'text', (column) => column.notNull())
      .addColumn('requests', 'integer', (column) => column.notNull())
      .addColumn('answered', 'integer', (column) => column.notNull())
      .addColumn('trouble', 'text')
      .addColumn('reserved_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('changed_at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('model_batches_key', ['run', 'window', 'wave', 'stage'])
      .execute();
  },
};
