import type { CreateTableBuilder, Kysely } from 'kysely';

import type { ColumnTypes, Migration } from './migration';

/** Runs, attempts, nodes, steering; problems; the journal of model calls; executions; blobs. */
export const firstTables: Migration = {
  version: 1,
  name: 'first-tables',
  up: async (db, types) => {
    await createProperties(db);
    await createBlobs(db, types);
    await createProblems(db, types);
    await createExecutions(db);
    await createRuns(db);
    await createNodes(db);
    await createSteering(db);
    await createModelCalls(db);
    await createCallUses(db);
    await createPaidDuplicates(db);
  },
};

async function createProperties(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('properties')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}

async function createBlobs(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('blobs')
    .addColumn('sha256', 'text', (column) => column.primaryKey())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('encoding', 'text', (column) => column.notNull())
    .addColumn('content', types.bytes, (column) => column.notNull())
    .execute();
}

async function createProblems(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('problems')
    .addColumn('dataset_sha256', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('problems_key', ['dataset_sha256', 'id'])
    .execute();
  await db.schema
    .createTable('hidden_checks')
    .addColumn('dataset_sha256', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('encoding', 'text', (column) => column.notNull())
    .addColumn('content', types.bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('hidden_checks_key', ['dataset_sha256', 'id'])
    .execute();
}

async function createExecutions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('executions')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('result', 'text', (column) => column.notNull())
    .addColumn('saved_at_ms', 'bigint', (column) => column.notNull())
    .execute();
}

type NewTable<Columns extends string> = CreateTableBuilder<string, Columns>;

/** The three columns that name an attempt. */
function withAttempt<Columns extends string>(
  table: NewTable<Columns>,
): NewTable<Columns | 'run' | 'problem' | 'sample'> {
  return table
    .addColumn('run', 'text', (column) => column.notNull())
    .addColumn('problem', 'text', (column) => column.notNull())
    .addColumn('sample', 'integer', (column) => column.notNull());
}

async function createRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('runs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('dataset', 'text', (column) => column.notNull())
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('config', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('ended_at_ms', 'bigint')
    .execute();
  await withAttempt(db.schema.createTable('attempts'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('waiting', 'text')
    .addColumn('verdict', 'text')
    .addColumn('solved', 'integer', (column) => column.notNull())
    .addColumn('finish', 'text')
    .addColumn('answer', 'text')
    .addColumn('programs', 'integer')
    .addColumn('cause', 'text')
    .addColumn('result', 'text')
    .addPrimaryKeyConstraint('attempts_key', ['run', 'problem', 'sample'])
    .addForeignKeyConstraint('attempts_run', ['run'], 'runs', ['id'])
    .execute();
}

const attemptKey = ['run', 'problem', 'sample'] as const;

async function createNodes(db: Kysely<unknown>): Promise<void> {
  await withAttempt(db.schema.createTable('nodes'))
    .addColumn('node', 'text', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('ordinal', 'integer', (column) => column.notNull())
    .addColumn('parent', 'text')
    .addColumn('depth', 'integer', (column) => column.notNull())
    .addColumn('program', 'text')
    .addColumn('visible_kind', 'text')
    .addColumn('visible_passed', 'integer')
    .addColumn('visible_total', 'integer')
    .addColumn('critique', 'text', (column) => column.notNull())
    .addColumn('score', 'double precision', (column) => column.notNull())
    .addColumn('decision', 'text')
    .addColumn('steered', 'text')
    .addColumn('content', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('nodes_key', [...attemptKey, 'node'])
    .addForeignKeyConstraint('nodes_attempt', [...attemptKey], 'attempts', [...attemptKey])
    .execute();
}

async function createSteering(db: Kysely<unknown>): Promise<void> {
  await withAttempt(db.schema.createTable('steering'))
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('arrival', 'integer', (column) => column.notNull())
    .addColumn('entry', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('steering_key', [...attemptKey, 'arrival'])
    .addUniqueConstraint('steering_once', [...attemptKey, 'place', 'entry'])
    .addForeignKeyConstraint('steering_attempt', [...attemptKey], 'attempts', [...attemptKey])
    .execute();
}

async function createModelCalls(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('model_calls')
    .addColumn('identity', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('owner', 'text')
    .addColumn('lease_ends_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('sends', 'integer', (column) => column.notNull())
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('request_sha256', 'text', (column) => column.notNull().references('blobs.sha256'))
    .addColumn('sent_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('answered_at_ms', 'bigint')
    .addColumn('answer', 'text')
    .addColumn('text_sha256', 'text', (column) => column.references('blobs.sha256'))
    .addColumn('prompt_tokens', 'integer')
    .addColumn('completion_tokens', 'integer')
    .addColumn('cost_usd', 'double precision')
    .execute();
}

/** Columns of one use; no reference to `attempts`: a call may be used before, or outside, a recorded attempt. */
function withUse<Columns extends string>(
  table: NewTable<Columns>,
): NewTable<Columns | 'run' | 'problem' | 'sample' | 'node' | 'role' | 'repair' | 'identity'> {
  return withAttempt(table)
    .addColumn('node', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('repair', 'integer', (column) => column.notNull())
    .addColumn('identity', 'text', (column) => column.notNull().references('model_calls.identity'));
}

async function createCallUses(db: Kysely<unknown>): Promise<void> {
  await withUse(db.schema.createTable('call_uses'))
    .addColumn('node_ordinal', 'integer', (column) => column.notNull())
    .addColumn('use_order', 'integer', (column) => column.notNull())
    .addColumn('paid_here', 'integer', (column) => column.notNull())
    .addColumn('resends', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('call_uses_key', [...attemptKey, 'node', 'role', 'repair', 'identity'])
    .execute();
}

async function createPaidDuplicates(db: Kysely<unknown>): Promise<void> {
  await withUse(db.schema.createTable('paid_duplicates'))
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('text_sha256', 'text', (column) => column.notNull().references('blobs.sha256'))
    .addColumn('cost_usd', 'double precision')
    .addColumn('received_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('paid_duplicates_key', ['identity', 'place'])
    .execute();
}
