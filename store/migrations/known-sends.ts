import { sql } from 'kysely';

import type { Migration } from './migration';

/** Requests that an endpoint has received for certain, apart from those that it may have. */
export const knownSends: Migration = {
  version: 6,
  name: 'known-sends',
  up: async (db) => {
    await db.schema
      .alterTable('model_calls')
      .addColumn('known_sends', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('call_uses')
      .addColumn('known_resends', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    // Of what was sent before nobody knows more than that an answer came.
    await sql`update model_calls set known_sends = 1 where state = 'answered'`.execute(db);
  },
};
