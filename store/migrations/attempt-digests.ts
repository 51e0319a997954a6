import { sql } from 'kysely';

import type { Migration } from './migration';

/**
 * What tables say of each ended attempt, written with its end. The database takes one away as soon as a row that it was made
 * from changes: it is then found from the records, like those from before.
 */
export const attemptDigests: Migration = {
  version: 14,
  name: 'attempt-digests',
  up: async (db) => {
    await db.schema
      .createTable('attempt_digests')
      .addColumn('run', 'text', (column) => column.notNull())
      .addColumn('problem', 'text', (column) => column.notNull())
      .addColumn('sample', 'integer', (column) => column.notNull())
      .addColumn('format', 'integer', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('attempt_digests_key', ['run', 'problem', 'sample'])
      .execute();
    for (const trigger of triggers) await sql.raw(trigger).execute(db);
  },
};

const keys = ['run', 'problem', 'sample'];

/** Takes away the digest of the attempt that a row is of, as it is now or as it was. */
function undigested(row: 'new' | 'old'): string {
  const isIts = keys.map((key) => `${key} = ${row}.${key}`).join(' and ');
  return `delete from attempt_digests where ${isIts};`;
}

/** Rows of an attempt, and what happens to them. */
function triggersOf(table: string): readonly string[] {
  return [
    `create trigger ${table}_undigested_insert after insert on ${table} begin ${undigested('new')} end`,
    `create trigger ${table}_undigested_update after update on ${table} begin ${undigested('new')} ${undigested('old')} end`,
    `create trigger ${table}_undigested_delete after delete on ${table} begin ${undigested('old')} end`,
  ];
}

const triggers = [
  ...['attempts', 'nodes', 'call_uses'].flatMap(triggersOf),
  `create trigger calls_undigested after update of state, answer, model on model_calls
   when new.state is not old.state or new.answer is not old.answer or new.model is not old.model begin
     delete from attempt_digests where (run, problem, sample) in
       (select run, problem, sample from call_uses where identity = new.identity);
   end`,
];
