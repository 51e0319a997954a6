import { sql } from 'kysely';

import type { Migration } from './migration';

/** Attempts at so many positions are added up together. Part of what is stored: never another number. */
export const positionsInBlock = 128;

/** Sums of digests of attempts at adjacent positions. The database takes one away with any change of what was added up. */
export const blockSums: Migration = {
  version: 15,
  name: 'block-sums',
  up: async (db) => {
    await db.schema
      .createTable('block_sums')
      .addColumn('run', 'text', (column) => column.notNull())
      .addColumn('block', 'integer', (column) => column.notNull())
      .addColumn('format', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('block_sums_key', ['run', 'block'])
      .execute();
    for (const trigger of triggers) await sql.raw(trigger).execute(db);
  },
};

/** Takes away the sums of the block at a position. */
function unsummed(run: string, position: string): string {
  return `delete from block_sums where run = ${run} and block = ${position} / ${String(positionsInBlock)};`;
}

/** The position of the attempt that a row is of. */
function positionOf(row: 'new' | 'old'): string {
  const isIts = ['run', 'problem', 'sample'].map((key) => `${key} = ${row}.${key}`).join(' and ');
  return `(select position from attempts where ${isIts})`;
}

const ofDigest = (row: 'new' | 'old'): string => unsummed(`${row}.run`, positionOf(row));

const triggers = [
  `create trigger digests_unsummed_insert after insert on attempt_digests begin ${ofDigest('new')} end`,
  `create trigger digests_unsummed_update after update on attempt_digests begin ${ofDigest('new')} ${ofDigest('old')} end`,
  `create trigger digests_unsummed_delete after delete on attempt_digests begin ${ofDigest('old')} end`,
  // Of an attempt that moves or goes, or gets another name, nobody can say any more where it stood.
  `create trigger attempts_unsummed_move after update of run, problem, sample, position on attempts
   when (new.run, new.problem, new.sample, new.position) is not (old.run, old.problem, old.sample, old.position)
   begin ${unsummed('old.run', 'old.position')} end`,
  `create trigger attempts_unsummed_delete after delete on attempts begin ${unsummed('old.run', 'old.position')} end`,
];
