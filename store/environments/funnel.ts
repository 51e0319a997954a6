import { z } from 'zod';

import type { EnvironmentStore } from '../../core/ports/environment';
import type { AttemptKey } from '../../core/ports/records';
import { FunnelEntry } from '../../core/schemas/environment-funnel';
import { RecordMissingError } from '../errors';
import { attemptName } from '../runs/stored-attempt';
import type { Queries, StoreContext } from '../store-context';
import { checkStored, parseStored, toStoredJson } from '../stored-json';
import { someAtATime } from './some-at-a-time';

type FunnelPart = Pick<
  EnvironmentStore,
  'saveFunnel' | 'setEntry' | 'funnel' | 'stageCounts' | 'waitingFunctions'
>;

const Stage = z.enum(FunnelEntry.options.map(({ shape }) => shape.stage.value));

const ends = ['rejected', 'accepted'] as const satisfies readonly FunnelEntry['stage'][];

/** What became of the functions of a repository in a run. */
export function createFunnelRecords({ db }: StoreContext): FunnelPart {
  return {
    saveFunnel: (key, entries) =>
      db.transaction().execute((locked) => replaceFunnel(locked, key, entries)),
    setEntry: async (key, entry) => {
      await db.transaction().execute(async (locked) => {
        const known = await selectFunctions(locked, key)
          .where('id', '=', entry.id)
          .executeTakeFirst();
        if (known === undefined) throw missing(key, entry.id);
        if (ends.some((end) => end === known.stage)) return;
        await locked
          .updateTable('environment_functions')
          .set({ stage: entry.stage, entry: toStoredJson(entry) })
          .where('run', '=', key.run)
          .where('problem', '=', key.problem)
          .where('sample', '=', key.sample)
          .where('id', '=', entry.id)
          .execute();
      });
    },
    funnel: async (key) => {
      const rows = await selectFunctions(db, key).orderBy('place').execute();
      return rows.map(({ id, place, entry }) => ({
        id,
        place,
        entry: parseStored(FunnelEntry, entry, `function ${id} of ${attemptName(key)}`),
      }));
    },
    stageCounts: async (run) => {
      const rows = await db
        .selectFrom('environment_functions')
        .select(['problem', 'sample', 'stage'])
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('run', '=', run)
        .groupBy(['problem', 'sample', 'stage'])
        .orderBy('problem')
        .orderBy('sample')
        .orderBy('stage')
        .execute();
      return rows.map((row) => ({
        ...row,
        stage: checkStored(Stage, row.stage, `stage of a function of run ${run}`),
      }));
    },
    waitingFunctions: async (key, { from, size }) => {
      const rows = await selectFunctions(db, key)
        .where('stage', '=', 'waiting')
        .where('place', '>=', from)
        .orderBy('place')
        .limit(size + 1)
        .execute();
      return {
        functions: rows.slice(0, size).map(({ id, place }) => ({ id, place })),
        next: rows[size]?.place ?? null,
      };
    },
  };
}

function selectFunctions(db: Queries, { run, problem, sample }: AttemptKey) {
  return db
    .selectFrom('environment_functions')
    .select(['id', 'place', 'stage', 'entry'])
    .where('run', '=', run)
    .where('problem', '=', problem)
    .where('sample', '=', sample);
}

async function replaceFunnel(
  db: Queries,
  { run, problem, sample }: AttemptKey,
  entries: readonly FunnelEntry[],
): Promise<void> {
  const key = { run, problem, sample };
  const ended = new Map(
    (await selectFunctions(db, key).where('stage', 'in', ends).execute()).map((row) => [
      row.id,
      { stage: row.stage, entry: row.entry },
    ]),
  );
  const rows = entries.map((entry, place) => ({
    ...key,
    id: entry.id,
    place,
    ...(ended.get(entry.id) ?? { stage: entry.stage, entry: toStoredJson(entry) }),
  }));
  await db
    .deleteFrom('environment_functions')
    .where('run', '=', run)
    .where('problem', '=', problem)
    .where('sample', '=', sample)
    .execute();
  for (const some of someAtATime(rows)) {
    await db.insertInto('environment_functions').values(some).execute();
  }
}

function missing(key: AttemptKey, id: string): RecordMissingError {
  return new RecordMissingError(`function ${id} in the funnel of ${attemptName(key)}`);
}
