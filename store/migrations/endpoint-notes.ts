import type { Migration } from './migration';

/** What runs have met at their endpoints beside answers. */
export const endpointNotes: Migration = {
  version: 9,
  name: 'endpoint-notes',
  up: async (db) => {
    await db.schema
      .createTable('refused_features')
      .addColumn('run', 'text', (column) => column.notNull())
      .addColumn('endpoint', 'text', (column) => column.notNull())
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('feature', 'text', (column) => column.notNull())
      .addColumn('found_at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('refused_features_key', ['run', 'endpoint', 'model', 'feature'])
      .execute();
    await db.schema
      .createTable('unusable_answers')
      .addColumn('run', 'text', (column) => column.notNull())
      .addColumn('identity', 'text', (column) => column.notNull())
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('problem', 'text', (column) => column.notNull())
      .addColumn('sample', 'integer', (column) => column.notNull())
      .addColumn('settled', 'integer', (column) => column.notNull())
      .addColumn('words', 'text', (column) => column.notNull())
      .addColumn('prompt_tokens', 'integer')
      .addColumn('completion_tokens', 'integer')
      .addColumn('cost_usd', 'double precision')
      .addColumn('received_at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('unusable_answers_key', ['run', 'identity', 'place'])
      .execute();
    await db.schema
      .createTable('refused_requests')
      .addColumn('run', 'text', (column) => column.notNull())
      .addColumn('identity', 'text', (column) => column.notNull())
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('words', 'text', (column) => column.notNull())
      .addColumn('settled', 'integer', (column) => column.notNull())
      .addColumn('refused_at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('refused_requests_key', ['run', 'identity'])
      .execute();
  },
};
