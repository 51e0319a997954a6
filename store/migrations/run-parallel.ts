import type { Migration } from './migration';

/** How many programs of one problem are made at a time; null: as was not said. */
export const runParallel: Migration = {
  version: 13,
  name: 'run-parallel',
  up: async (db) => {
    await db.schema.alterTable('runs').addColumn('parallel', 'integer').execute();
  },
};
