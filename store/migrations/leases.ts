import type { Migration } from './migration';

/** How long a lease was last taken for; before that was kept, as long as an unchanged setting had it. */
export const leases: Migration = {
  version: 11,
  name: 'leases',
  up: async (db) => {
    await db.schema
      .alterTable('model_calls')
      .addColumn('lease_ms', 'integer', (column) => column.notNull().defaultTo(10_000))
      .execute();
  },
};
