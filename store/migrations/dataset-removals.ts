import type { Migration } from './migration';

/** Sources and rows that a person has removed from the data set of a run. */
export const datasetRemovals: Migration = {
  version: 17,
  name: 'dataset-removals',
  up: async (db) => {
    await db.schema
      .createTable('dataset_removals')
      .addColumn('run', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('removed_at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('dataset_removals_key', ['run', 'name'])
      .execute();
  },
};
