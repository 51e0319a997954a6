import type { Migration } from './migration';

/** Which work on a run may write to it and its attempts; null: nobody has begun to work on it. */
export const generations: Migration = {
  version: 12,
  name: 'generations',
  up: async (db) => {
    await db.schema.alterTable('runs').addColumn('generation', 'text').execute();
    await db.schema
      .alterTable('runs')
      .addColumn('status_place', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('attempts').addColumn('generation', 'text').execute();
  },
};
