import { sql } from 'kysely';
import type { Kysely } from 'kysely';

import type { Migration } from './migration';

/** The database adds up in the transaction of each change: a look costs one row. And indices by position. */
export const runTotals: Migration = {
  version: 7,
  name: 'run-totals',
  up: async (db) => {
    await createTotals(db);
    await createIndexes(db);
    await fillTotals(db);
    for (const trigger of triggers) await sql.raw(trigger).execute(db);
  },
};

/** Attempts that a total counts, by a condition on their row. */
const ofAttempts = {
  completed: (row: string) => `${row}.status = 'completed'`,
  solved: (row: string) => `${row}.status = 'completed' and ${row}.solved = 1`,
  unscored: (row: string) => `${row}.status = 'unscored'`,
  cancelled: (row: string) => `${row}.status = 'cancelled'`,
} as const;

/** Summed over the uses of calls, by an expression on the use's row. */
const ofUses = {
  calls: () => '1',
  resends: (row: string) => `${row}.resends`,
  known_resends: (row: string) => `${row}.known_resends`,
} as const;

/** Summed over the same, by an expression on the row of the call that is used. */
const ofCalls = {
  prompt_tokens: (row: string) => `coalesce(${row}.prompt_tokens, 0)`,
  completion_tokens: (row: string) => `coalesce(${row}.completion_tokens, 0)`,
  /** Whole numbers: their sum does not depend on the order, nor on what was taken away again. */
  cost_picos: (row: string) => `cast(round(coalesce(${row}.cost_usd, 0) * 1e12) as integer)`,
  unpriced: (row: string) => `(${row}.state = 'answered' and ${row}.cost_usd is null)`,
} as const;

type Terms = Readonly<Record<string, (row: string) => string>>;

const columns = Object.keys({ ...ofAttempts, ...ofUses, ...ofCalls });

async function createTotals(db: Kysely<unknown>): Promise<void> {
  const table = db.schema
    .createTable('run_totals')
    // No reference to `runs`: chats have calls, and no row there.
    .addColumn('run', 'text', (column) => column.primaryKey());
  await columns
    .reduce(
      (made, name) => made.addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0)),
      table,
    )
    .execute();
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('attempts_by_position')
    .on('attempts')
    .columns(['run', 'position', 'status'])
    .execute();
  await sql
    .raw(
      `create index attempts_waiting on attempts (run, position) where status = 'running' and waiting is not null`,
    )
    .execute(db);
  await sql
    .raw(`create index attempts_running on attempts (run, position) where status = 'running'`)
    .execute(db);
  await db.schema.createIndex('call_uses_by_call').on('call_uses').column('identity').execute();
}

async function fillTotals(db: Kysely<unknown>): Promise<void> {
  const sums = (terms: Terms, row: string): string =>
    Object.values(terms)
      .map((term) => `sum(${term(row)})`)
      .join(', ');
  await sql
    .raw(
      `insert into run_totals (run, ${Object.keys({ ...ofUses, ...ofCalls }).join(', ')})
       select use.run, ${sums(ofUses, 'use')}, ${sums(ofCalls, 'call')}
       from call_uses as use join model_calls as call on call.identity = use.identity group by use.run`,
    )
    .execute(db);
  const names = Object.keys(ofAttempts);
  await sql
    .raw(
      `insert into run_totals (run, ${names.join(', ')})
       select attempt.run, ${sums(ofAttempts, 'attempt')} from attempts as attempt where true group by attempt.run
       on conflict (run) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    )
    .execute(db);
}

const haveRow = 'insert into run_totals (run) values (new.run) on conflict (run) do nothing;';

function adding(terms: Terms, change: (term: (row: string) => string) => string): string {
  return Object.entries(terms)
    .map(([name, term]) => `${name} = run_totals.${name} + ${change(term)}`)
    .join(', ');
}

const whole = (term: (row: string) => string): string => `(${term('new')})`;
const grown = (term: (row: string) => string): string => `(${term('new')}) - (${term('old')})`;

const triggers = [
  `create trigger attempts_counted after insert on attempts when new.status <> 'running' begin
     ${haveRow}
     update run_totals set ${adding(ofAttempts, whole)} where run = new.run;
   end`,
  `create trigger attempts_recounted after update of status, solved on attempts
   when new.status <> old.status or new.solved <> old.solved begin
     ${haveRow}
     update run_totals set ${adding(ofAttempts, grown)} where run = new.run;
   end`,
  `create trigger uses_counted after insert on call_uses begin
     ${haveRow}
     update run_totals set ${adding(ofUses, whole)},
       ${adding(ofCalls, (term) => term('call'))}
     from model_calls as call where run_totals.run = new.run and call.identity = new.identity;
   end`,
  `create trigger uses_recounted after update on call_uses begin
     update run_totals set ${adding(ofUses, grown)} where run = new.run;
   end`,
  `create trigger calls_recounted after update of state, prompt_tokens, completion_tokens, cost_usd on model_calls begin
     update run_totals set ${adding(ofCalls, (term) => `(${grown(term)}) * used.times`)}
     from (select run, count(*) as times from call_uses where identity = new.identity group by run) as used
     where run_totals.run = used.run;
   end`,
];
