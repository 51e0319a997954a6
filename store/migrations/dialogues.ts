import type { CreateTableBuilder, Kysely } from 'kysely';

import type { Migration } from './migration';

/** Events of dialogues, what their blocks came to, chats, and what is being said right now. */
export const dialogues: Migration = {
  version: 3,
  name: 'dialogues',
  up: async (db) => {
    await createDialogues(db);
    await createLiveWords(db);
    await db.schema
      .createTable('chats')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('waiting', 'text')
      .addColumn('config', 'text', (column) => column.notNull())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .execute();
  },
};

const dialogueKey = ['run', 'problem', 'sample'] as const;

/** No reference to `attempts`: a chat has none. */
function withDialogue<Columns extends string>(
  table: CreateTableBuilder<string, Columns>,
): CreateTableBuilder<string, Columns | 'run' | 'problem' | 'sample'> {
  return table
    .addColumn('run', 'text', (column) => column.notNull())
    .addColumn('problem', 'text', (column) => column.notNull())
    .addColumn('sample', 'integer', (column) => column.notNull());
}

async function createDialogues(db: Kysely<unknown>): Promise<void> {
  await withDialogue(db.schema.createTable('dialogue_events'))
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('recorded_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('dialogue_events_key', [...dialogueKey, 'place'])
    .execute();
  await withDialogue(db.schema.createTable('dialogue_blocks'))
    .addColumn('block', 'text', (column) => column.notNull())
    .addColumn('result', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('dialogue_blocks_key', [...dialogueKey, 'block'])
    .execute();
}

async function createLiveWords(db: Kysely<unknown>): Promise<void> {
  await withDialogue(db.schema.createTable('live_words'))
    .addColumn('round', 'text', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('said_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('live_words_key', [...dialogueKey, 'round', 'place'])
    .execute();
  await db.schema.createIndex('live_words_by_age').on('live_words').column('said_at_ms').execute();
}
