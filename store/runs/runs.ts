import { randomUUID } from 'node:crypto';

import type { UpdateResult } from 'kysely';
import { z } from 'zod';

import type { RunCounts, RunRecord, RunStore } from '../../core/ports/records';
import { RunConfig, runStatuses, type RunStatus } from '../../core/schemas/run';
import { attemptCount } from '../../core/work/planned-attempts';
import { WorkflowBundle } from '../../core/schemas/workflow-bundle';
import { RecordMissingError } from '../errors';
import { moving } from '../moves';
import type { StoreContext } from '../store-context';
import { checkStored, parseStored, toStoredJson } from '../stored-json';
import type { RunRow } from '../tables';

const Status = z.enum(runStatuses);

type RunPart = Pick<
  RunStore,
  'createRun' | 'run' | 'runs' | 'setRunStatus' | 'setRunBundle' | 'beginGeneration' | 'counts'
>;

function toRecord(row: RunRow): RunRecord {
  return {
    id: row.id,
    config: parseStored(RunConfig, row.config, `configuration of run ${row.id}`),
    status: checkStored(Status, row.status, `status of run ${row.id}`),
    reason: row.reason,
    createdAtMs: row.created_at_ms,
    endedAtMs: row.ended_at_ms,
    bundle:
      row.bundle === null
        ? null
        : parseStored(WorkflowBundle, row.bundle, `workflow bundle of run ${row.id}`),
    generation: row.generation,
  };
}

function hasEnded(status: RunStatus): boolean {
  return status === 'completed' || status === 'cancelled';
}

async function findRun({ db }: StoreContext, id: string): Promise<RunRecord | null> {
  const row = await db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : toRecord(row);
}

async function requireRun(context: StoreContext, id: string): Promise<RunRecord> {
  const record = await findRun(context, id);
  if (record === null) throw new RecordMissingError(`run ${id}`);
  return record;
}

function requireUpdated(id: string, { numUpdatedRows }: UpdateResult): void {
  if (numUpdatedRows === 0n) throw new RecordMissingError(`run ${id}`);
}

/** Runs and their totals. Methods that name a run which is not there throw RecordMissingError. */
export function createRunRecords(context: StoreContext): RunPart {
  const { db, clock } = context;
  return {
    createRun: async (id, config) => {
      await db
        .insertInto('runs')
        .values({
          id,
          method: config.method,
          dataset: config.dataset.name,
          model: config.model.name,
          status: 'running',
          reason: null,
          config: toStoredJson(config),
          created_at_ms: clock(),
          ended_at_ms: null,
          bundle: null,
          generation: null,
          status_place: 0,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return requireRun(context, id);
    },
    run: (id) => findRun(context, id),
    runs: async () => {
      const rows = await db
        .selectFrom('runs')
        .selectAll()
        .orderBy('created_at_ms')
        .orderBy('id')
        .execute();
      return rows.map(toRecord);
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
    setRunBundle: async (id, bundle) => {
      const updated = await db
        .updateTable('runs')
        .set({ bundle: toStoredJson(bundle) })
        .where('id', '=', id)
        .executeTakeFirst();
      requireUpdated(id, updated);
    },
    counts: (run) => countAttempts(context, run),
  };
}

async function countAttempts(context: StoreContext, id: string): Promise<RunCounts> {
  const { config } = await requireRun(context, id);
  const rows = await context.db
    .selectFrom('attempts')
    .select(['status', 'solved'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('run', '=', id)
    .groupBy(['status', 'solved'])
    .execute();
  const count = (matches: (row: (typeof rows)[number]) => boolean): number =>
    rows.filter(matches).reduce((sum, row) => sum + row.count, 0);
  return {
    total: attemptCount(config),
    completed: count(({ status }) => status === 'completed'),
    solved: count(({ status, solved }) => status === 'completed' && solved === 1),
    unscored: count(({ status }) => status === 'unscored'),
    cancelled: count(({ status }) => status === 'cancelled'),
  };
}
