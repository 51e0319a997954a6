import { sql } from 'kysely';

import type {
  AttemptKey,
  AttemptRecord,
  AttemptResult,
  EndedAttempt,
  RunStore,
} from '../../core/ports/records';
import { RecordMissingError, WorkSupersededError } from '../errors';
import { moving } from '../moves';
import type { Queries, StoreContext } from '../store-context';
import { keepFigures } from './keep-figures';
import {
  attemptName,
  nodeRow,
  nodesOf,
  openColumns,
  resultColumns,
  toAttemptRecord,
  toStatus,
  withNodes,
} from './stored-attempt';
import type { AttemptRow } from '../tables';

type AttemptPart = Pick<
  RunStore,
  | 'attemptStatuses'
  | 'beginAttempt'
  | 'finishAttempt'
  | 'recordAttempts'
  | 'setWaiting'
  | 'waitingAttempts'
  | 'attempt'
  | 'attempts'
  | 'runningAttempts'
>;

/** Attempts and the nodes of those that have ended. */
export function createAttemptRecords(context: StoreContext): AttemptPart {
  const { db } = context;
  return {
    beginAttempt: (key, position) => moving(context, (locked) => begin(locked, key, position)),
    finishAttempt: (key, result) => moving(context, (locked) => finish(locked, key, result)),
    recordAttempts: (ended) =>
      moving(context, async (locked) => {
        const recorded = new Map<string, AttemptRecord>();
        for (const one of ended) {
          await requireNewest(locked, one);
          if (!(await record(locked, one))) continue;
          recorded.set(attemptName(one), endedRecord(one, one.position, one.result));
        }
        await keepFigures(locked, [...recorded.values()]);
      }),
    setWaiting: async (key, why) => {
      const updated = await updateAttempt(db, key)
        .set({ waiting: why })
        .where('status', '=', 'running')
        // Most do not wait, and to write that down again would be a write.
        .$if(why === null, (query) => query.where('waiting', 'is not', null))
        .where(
          (attempt) =>
            attempt
              .selectFrom('runs')
              .select('runs.generation')
              .whereRef('runs.id', '=', 'attempts.run'),
          'is not distinct from',
          key.generation ?? null,
        )
        .executeTakeFirst();
      // One that ended meanwhile, or that other work goes on with, no longer waits.
      if (updated.numUpdatedRows === 0n) await requireAttempt(db, key);
    },
    waitingAttempts: (run) => countWaiting(db, run),
    attempt: (key) =>
      db
        .transaction()
        .setAccessMode('read only')
        .execute((snapshot) => readAttempt(snapshot, key)),
    attemptStatuses: async (run, { from, to } = { from: 0, to: Number.MAX_SAFE_INTEGER }) => {
      const rows = await db
        .selectFrom('attempts')
        .select(['run', 'problem', 'sample', 'position', 'status'])
        .where('run', '=', run)
        .where('position', '>=', from)
        .where('position', '<', to)
        .orderBy('position')
        .execute();
      return rows.map((row) => ({ position: row.position, status: toStatus(row) }));
    },
    attempts: (run, problem) =>
      db
        .transaction()
        .setAccessMode('read only')
        .execute((snapshot) => readAttempts(snapshot, run, problem)),
    runningAttempts: (run) =>
      db
        .selectFrom('attempts')
        .select(['run', 'problem', 'sample'])
        .where('run', '=', run)
        .where('status', '=', sql.lit('running'))
        .orderBy('position')
        .execute(),
  };
}

function selectAttempt(db: Queries, key: AttemptKey) {
  return db
    .selectFrom('attempts')
    .where('run', '=', key.run)
    .where('problem', '=', key.problem)
    .where('sample', '=', key.sample);
}

function updateAttempt(db: Queries, key: AttemptKey) {
  return db
    .updateTable('attempts')
    .where('run', '=', key.run)
    .where('problem', '=', key.problem)
    .where('sample', '=', key.sample);
}

function selectNodes(db: Queries, run: string) {
  return db
    .selectFrom('nodes')
    .select(['problem', 'sample', 'node', 'content'])
    .where('run', '=', run)
    .orderBy('problem')
    .orderBy('sample')
    .orderBy('place');
}

async function deleteNodes(db: Queries, key: AttemptKey): Promise<void> {
  await db
    .deleteFrom('nodes')
    .where('run', '=', key.run)
    .where('problem', '=', key.problem)
    .where('sample', '=', key.sample)
    .execute();
}

/** @throws RecordMissingError when it was never begun */
export async function requireAttempt(
  db: Queries,
  key: AttemptKey,
): Promise<Pick<AttemptRow, 'status' | 'position'>> {
  const row = await selectAttempt(db, key).select(['status', 'position']).executeTakeFirst();
  if (row === undefined) throw new RecordMissingError(attemptName(key));
  return row;
}

/** @throws RecordMissingError without a run, WorkSupersededError when other work than the key names may write to it */
async function requireNewest(db: Queries, key: AttemptKey): Promise<void> {
  const row = await db
    .selectFrom('runs')
    .select('generation')
    .where('id', '=', key.run)
    .executeTakeFirst();
  if (row === undefined) throw new RecordMissingError(`run ${key.run}`);
  if (row.generation !== (key.generation ?? null)) {
    throw new WorkSupersededError(attemptName(key), key.run);
  }
}

async function begin(db: Queries, key: AttemptKey, position: number): Promise<AttemptRecord> {
  const { run, problem, sample, generation = null } = key;
  await requireNewest(db, key);
  const known = await readAttempt(db, key);
  if (known?.status === 'completed') return known;
  // Begun by the same work before: by an earlier try of the activity, or this is one that was given up and comes late.
  if (known !== null && generation !== null && (await generationOf(db, key)) === generation) {
    return known;
  }
  const fresh = { ...openColumns, position, generation };
  if (known !== null) {
    await deleteNodes(db, key);
    await updateAttempt(db, key).set(fresh).execute();
  } else {
    await db
      .insertInto('attempts')
      .values({ run, problem, sample, ...fresh })
      .execute();
  }
  return { run, problem, sample, position, status: 'running', waiting: null, result: null };
}

async function generationOf(db: Queries, key: AttemptKey): Promise<string | null> {
  const row = await selectAttempt(db, key).select('generation').executeTakeFirst();
  return row?.generation ?? null;
}

async function finish(db: Queries, key: AttemptKey, result: AttemptResult): Promise<void> {
  await requireNewest(db, key);
  // The first complete result stands: a second writer is a retry, or a worker that was given up.
  const { status, position } = await requireAttempt(db, key);
  if (status === 'completed') return;
  await deleteNodes(db, key);
  const generation = key.generation ?? null;
  await updateAttempt(db, key)
    .set({ ...resultColumns(result), generation })
    .execute();
  for (const [place, node] of nodesOf(result.outcome).entries()) {
    await db
      .insertInto('nodes')
      .values(nodeRow(key, node, place))
      .execute();
  }
  await keepFigures(db, [endedRecord(key, position, result)]);
}

function endedRecord(
  { run, problem, sample }: AttemptKey,
  position: number,
  result: AttemptResult,
): AttemptRecord {
  return { run, problem, sample, position, status: result.status, waiting: null, result };
}

/** The first complete result stands, as above: whether this is it. */
async function record(
  db: Queries,
  { run, problem, sample, generation = null, position, result }: EndedAttempt,
): Promise<boolean> {
  const columns = { ...resultColumns(result), generation };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('attempts')
    .values({ run, problem, sample, position, ...columns })
    .onConflict((conflict) =>
      conflict
        .columns(['run', 'problem', 'sample'])
        .doUpdateSet(columns)
        .where('attempts.status', '!=', 'completed'),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows !== 0n;
}

/** The reason given is that of the first in order. */
async function countWaiting(
  db: Queries,
  run: string,
): Promise<{ readonly count: number; readonly why: string } | null> {
  const waiting = db
    .selectFrom('attempts')
    .where('run', '=', run)
    .where('status', '=', sql.lit('running'))
    .where('waiting', 'is not', null);
  const first = await waiting.select('waiting').orderBy('position').limit(1).executeTakeFirst();
  if (first?.waiting == null) return null;
  const { count } = await waiting
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { count, why: first.waiting };
}

async function readAttempt(db: Queries, key: AttemptKey): Promise<AttemptRecord | null> {
  const row = await selectAttempt(db, key).selectAll().executeTakeFirst();
  if (row === undefined) return null;
  const nodes = await selectNodes(db, key.run)
    .where('problem', '=', key.problem)
    .where('sample', '=', key.sample)
    .execute();
  return toAttemptRecord(row, nodes);
}

async function readAttempts(
  db: Queries,
  run: string,
  problem: string | undefined,
): Promise<readonly AttemptRecord[]> {
  const attempts = db
    .selectFrom('attempts')
    .selectAll()
    .where('run', '=', run)
    .orderBy('position')
    .orderBy('problem')
    .orderBy('sample');
  const nodes = selectNodes(db, run);
  const [rows, nodeRows] =
    problem === undefined
      ? [await attempts.execute(), await nodes.execute()]
      : [
          await attempts.where('problem', '=', problem).execute(),
          await nodes.where('problem', '=', problem).execute(),
        ];
  return withNodes(rows, nodeRows);
}
