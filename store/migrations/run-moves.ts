import type { Migration } from './migration';

/** At which address the model of a run is asked, since it was moved there; null: where the run was started. */
export const runMoves: Migration = {
  version: 8,
  name: 'run-moves',
  up: async (db) => {
    await db.schema.alterTable('runs').addColumn('moved_to', 'text').execute();
  },
};
