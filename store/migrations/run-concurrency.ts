import type { Migration } from './migration';

/** How many items of a run are worked on at a time; null: it was started last before that was recorded. */
export const runConcurrency: Migration = {
  version: 10,
  name: 'run-concurrency',
  up: async (db) => {
    await db.schema.alterTable('runs').addColumn('concurrency', 'integer').execute();
  },
};
