import type { Migration } from './migration';

/** Which visible tests the problems of a run are shown with; no row: all that they came with. */
export const shownTests: Migration = {
  version: 5,
  name: 'shown-tests',
  up: async (db) => {
    await db.schema
      .createTable('shown_tests')
      .addColumn('run', 'text', (column) => column.notNull())
      .addColumn('problem', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('shown_tests_key', ['run', 'problem'])
      .execute();
  },
};
