import { sql } from 'kysely';
import { z } from 'zod';

import type {
  BatchKey,
  BatchStore,
  BatchWindow,
  StoredBatch,
} from '../../core/adapters/batch-store';
import { leaseRest } from '../../core/journal/lease-rest';
import { batchStages } from '../../core/names/batch-stages';
import type { StoreContext } from '../store-context';
import { checkStored } from '../stored-json';
import type { ModelBatchRow } from '../tables';

const Stage = z.enum(batchStages);
const State = z.enum(['reserved', 'submitted', 'ended', 'postponed', 'unsupported']);

/** A window is taken by one statement, so processes may share the file. */
export function createBatchStore(context: StoreContext): BatchStore {
  const { db, databaseClock } = context;
  const select = ({ run, window }: { readonly run: string; readonly window?: number }) => {
    const rows = db.selectFrom('model_batches').selectAll().where('run', '=', run);
    return (window === undefined ? rows : rows.where('window', '=', window))
      .orderBy('window')
      .orderBy('wave')
      .orderBy('stage')
      .execute();
  };
  return {
    take: (window, owner, leaseMs) => take(context, window, { owner, leaseMs }),
    renew: async ({ run, window }, owner, leaseMs) => {
      const renewed = await db
        .updateTable('batch_windows')
        .set(leaseOf(context, leaseMs))
        .where('run', '=', run)
        .where('window', '=', window)
        .where('owner', '=', owner)
        .executeTakeFirst();
      return renewed.numUpdatedRows > 0n;
    },
    leave: async ({ run, window }, owner, lookInMs) => {
      await db
        .updateTable('batch_windows')
        .set({
          ...{ owner: null, lease_ends_at_ms: 0, done: lookInMs === null ? 1 : 0 },
          look_at_ms: sql<number>`${databaseClock()} + ${Math.round(lookInMs ?? 0)}`,
        })
        .where('run', '=', run)
        .where('window', '=', window)
        .where('owner', '=', owner)
        .execute();
    },
    ofWindow: async (window) => (await select(window)).map(toBatch),
    ofRun: async (run) => (await select({ run })).map(toBatch),
    reserve: async ({ run, window, wave, stage }, { token, model, content, requests }) => {
      await db
        .insertInto('model_batches')
        .values({
          ...{ run, window, wave, stage, token, model, requests },
          ...{ state: 'reserved', batch: null, answered: 0, trouble: null },
          content_sha256: content,
          reserved_at_ms: databaseClock(),
          changed_at_ms: databaseClock(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    change: async (from, { id, ...to }) => {
      const changed = await db
        .updateTable('model_batches')
        .set({
          ...to,
          ...(id === undefined ? {} : { batch: id }),
          ...(to.state === from.state ? {} : { changed_at_ms: databaseClock() }),
        })
        .where('run', '=', from.run)
        .where('window', '=', from.window)
        .where('wave', '=', from.wave)
        .where('stage', '=', from.stage)
        .where('state', '=', from.state)
        .executeTakeFirst();
      return changed.numUpdatedRows > 0n;
    },
  };
}

function take(
  { db, databaseClock, isDeadOwner, ...context }: StoreContext,
  { run, window }: BatchWindow,
  { owner, leaseMs }: { readonly owner: string; readonly leaseMs: number },
): ReturnType<BatchStore['take']> {
  return db.transaction().execute(async (locked) => {
    const empty = { owner: null, lease_ends_at_ms: 0, lease_ms: 0, look_at_ms: 0, done: 0 };
    await locked
      .insertInto('batch_windows')
      .values({ run, window, ...empty })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await locked
      .selectFrom('batch_windows')
      .selectAll()
      .select(databaseClock().as('now_ms'))
      .where('run', '=', run)
      .where('window', '=', window)
      .executeTakeFirstOrThrow();
    if (row.done === 1) return { kind: 'done' };
    const lease = { endsAtMs: row.lease_ends_at_ms, leaseMs: row.lease_ms };
    const isHeld = row.owner !== null && !isDeadOwner(row.owner);
    const restMs = isHeld ? leaseRest(lease, row.now_ms) : row.look_at_ms - row.now_ms;
    // A clock that was set back must not put a look off for long.
    if (restMs > 0 && restMs <= longestRestMs) return { kind: isHeld ? 'held' : 'early', restMs };
    await locked
      .updateTable('batch_windows')
      .set({ owner, ...leaseOf({ databaseClock, ...context }, leaseMs) })
      .where('run', '=', run)
      .where('window', '=', window)
      .execute();
    return { kind: 'taken', nowMs: row.now_ms };
  });
}

const longestRestMs = 60 * 60 * 1000;

/** Columns of a lease that begins with the statement. */
function leaseOf({ databaseClock }: Pick<StoreContext, 'databaseClock'>, leaseMs: number) {
  return {
    lease_ends_at_ms: sql<number>`${databaseClock()} + ${leaseMs}`,
    lease_ms: leaseMs,
  };
}

function toBatch(row: ModelBatchRow): StoredBatch {
  const { run, window, wave, token, model, requests, answered, trouble } = row;
  const what = `batch ${String(wave)} of rows ${String(window)} of run ${run}`;
  const key: BatchKey = { run, window, wave, stage: checkStored(Stage, row.stage, what) };
  return {
    ...{ ...key, token, model, requests, answered, trouble },
    state: checkStored(State, row.state, what),
    id: row.batch,
    content: row.content_sha256,
    reservedAtMs: row.reserved_at_ms,
    changedAtMs: row.changed_at_ms,
  };
}
