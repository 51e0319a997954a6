import { randomUUID } from 'node:crypto';

import type { UpdateResult } from 'kysely';
import { z } from 'zod';

import type { RunCounts, RunRecord, RunStore } from '../../core/ports/records';
import { runStatuses, type RunStatus } from '../../core/schemas/run';
import { notBegun } from '../../core/work/not-begun';
import { attemptCount } from '../../core/work/planned-attempts';
import { WorkflowBundle } from '../../core/schemas/workflow-bundle';
import { RecordMissingError } from '../errors';
import { moving } from '../moves';
import type { Queries, StoreContext } from '../store-context';
import { checkStored, parseStored, toStoredJson } from '../stored-json';
import type { RunRow } from '../tables';
import { RunConfigs } from './run-configs';
import { readTotals } from '../run-totals';

const Status = z.enum(runStatuses);

type RunPart = Pick<
  RunStore,
  | 'createRun'
  | 'runHasBegun'
  | 'run'
  | 'runs'
  | 'unfinishedRuns'
  | 'setRunStatus'
  | 'setRunBundle'
  | 'setRunConcurrency'
  | 'setRunParallel'
  | 'beginGeneration'
  | 'moveRun'
  | 'movedTo'
  | 'counts'
>;

function toRecord(row: RunRow, configs: RunConfigs): RunRecord {
  return {
    id: row.id,
    config: configs.parse(row.id, row.config),
    status: checkStored(Status, row.status, `status of run ${row.id}`),
    reason: row.reason,
    createdAtMs: row.created_at_ms,
    endedAtMs: row.ended_at_ms,
    movedTo: row.moved_to,
    bundle:
      row.bundle === null
        ? null
        : parseStored(WorkflowBundle, row.bundle, `workflow bundle of run ${row.id}`),
    concurrency: row.concurrency,
    parallel: row.parallel,
    generation: row.generation,
  };
}

function hasEnded(status: RunStatus): boolean {
  return status === 'completed' || status === 'cancelled';
}

interface RunContext extends StoreContext {
  readonly configs: RunConfigs;
}

async function findRun({ db, configs }: RunContext, id: string): Promise<RunRecord | null> {
  const row = await db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : toRecord(row, configs);
}

async function requireRun(context: RunContext, id: string): Promise<RunRecord> {
  const record = await findRun(context, id);
  if (record === null) throw new RecordMissingError(`run ${id}`);
  return record;
}

function requireUpdated(id: string, { numUpdatedRows }: UpdateResult): void {
  if (numUpdatedRows === 0n) throw new RecordMissingError(`run ${id}`);
}

async function setRun(
  db: Queries,
  id: string,
  columns: Partial<Pick<RunRow, 'concurrency' | 'parallel' | 'bundle' | 'moved_to'>>,
): Promise<void> {
  requireUpdated(
    id,
    await db.updateTable('runs').set(columns).where('id', '=', id).executeTakeFirst(),
  );
}

/** Runs and their totals. Methods that name a run which is not there throw RecordMissingError. */
export function createRunRecords(store: StoreContext): RunPart {
  const context: RunContext = { ...store, configs: new RunConfigs() };
  const { db, clock } = context;
  const runRows = db.selectFrom('runs').selectAll().orderBy('created_at_ms').orderBy('id');
  return {
    createRun: async (id, config, waits) => {
      await db
        .insertInto('runs')
        .values({
          id,
          method: config.method,
          dataset: config.dataset.name,
          model: config.model.name,
          status: waits === undefined ? 'running' : 'paused',
          reason: waits ?? null,
          config: toStoredJson(config),
          created_at_ms: clock(),
          ended_at_ms: null,
          bundle: null,
          moved_to: null,
          concurrency: null,
          parallel: null,
          generation: null,
          status_place: 0,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return requireRun(context, id);
    },
    runHasBegun: async (id) => {
      await db
        .updateTable('runs')
        .set({ status: 'running', reason: null })
        .where('id', '=', id)
        .where('status', '=', 'paused')
        .where('reason', '=', notBegun)
        .execute();
    },
    run: (id) => findRun(context, id),
    runs: async () => {
      const rows = await runRows.execute();
      return rows.map((row) => toRecord(row, context.configs));
    },
    unfinishedRuns: async () => {
      const rows = await runRows.where('status', 'in', ['running', 'paused']).execute();
      return rows.map((row) => toRecord(row, context.configs));
    },
    setRunStatus: async (id, status, reason, told) => {
      const update = db
        .updateTable('runs')
        .set({ status, reason, ended_at_ms: hasEnded(status) ? clock() : null })
        .where('id', '=', id);
      if (told === undefined) return requireUpdated(id, await update.executeTakeFirst());
      const updated = await update
        .set({ status_place: told.place })
        .where('generation', 'is not distinct from', told.generation)
        .where('status_place', '<', told.place)
        .executeTakeFirst();
      // One that came late changes nothing.
      if (updated.numUpdatedRows === 0n) await requireRun(context, id);
    },
    beginGeneration: (id) =>
      moving(context, async (locked) => {
        const generation = randomUUID();
        const updated = await locked
          .updateTable('runs')
          .set({ generation, status_place: 0 })
          .where('id', '=', id)
          .executeTakeFirst();
        requireUpdated(id, updated);
        return generation;
      }),
    setRunBundle: (id, bundle) => setRun(db, id, { bundle: toStoredJson(bundle) }),
    setRunConcurrency: (id, concurrency) => setRun(db, id, { concurrency }),
    setRunParallel: (id, parallel) => setRun(db, id, { parallel }),
    moveRun: (id, address) => setRun(db, id, { moved_to: address }),
    movedTo: async (id) => {
      const row = await db
        .selectFrom('runs')
        .select('moved_to')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.moved_to ?? null;
    },
    counts: (run) => countAttempts(context, run),
  };
}

async function countAttempts(context: RunContext, id: string): Promise<RunCounts> {
  const { config } = await requireRun(context, id);
  const { completed, solved, unscored, cancelled } = await readTotals(context, id);
  return { total: attemptCount(config), completed, solved, unscored, cancelled };
}
