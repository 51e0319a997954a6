import type { Migration } from './migration';

/** Which workflow code started the workflows of a run; null: they were started before that was recorded. */
export const runBundles: Migration = {
  version: 2,
  name: 'run-bundles',
  up: async (db) => {
    await db.schema.alterTable('runs').addColumn('bundle', 'text').execute();
  },
};
