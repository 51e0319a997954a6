import type { DialogueStore } from '../../core/ports/dialogue';
import { DialogueEvent, RunBlock } from '../../core/schemas/dialogue';
import { DialogueMovedError } from '../errors';
import { attemptName } from '../runs/stored-attempt';
import type { StoreContext } from '../store-context';
import { parseStored, toStoredJson } from '../stored-json';

type EventPart = Pick<
  DialogueStore,
  'addEvent' | 'events' | 'newestEventAtMs' | 'saveBlock' | 'block'
>;

/** What happened in dialogues, and what their blocks came to. Told twice, each is kept once. */
export function createEventRecords({ db, clock }: StoreContext): EventPart {
  return {
    addEvent: async ({ run, problem, sample }, place, event) => {
      const told = toStoredJson(event);
      const at = { run, problem, sample, place };
      await db.transaction().execute(async (locked) => {
        await locked
          .insertInto('dialogue_events')
          .values({ ...at, event: told, recorded_at_ms: clock() })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        const stands = await locked
          .selectFrom('dialogue_events')
          .select('event')
          .where('run', '=', run)
          .where('problem', '=', problem)
          .where('sample', '=', sample)
          .where('place', '=', place)
          .executeTakeFirstOrThrow();
        if (stands.event !== told) throw new DialogueMovedError(attemptName(at), place);
      });
    },
    events: async (key, from = 0) => {
      const rows = await db
        .selectFrom('dialogue_events')
        .select(['place', 'event'])
        .where('run', '=', key.run)
        .where('problem', '=', key.problem)
        .where('sample', '=', key.sample)
        .where('place', '>=', from)
        .orderBy('place')
        .execute();
      return rows.map(({ place, event }) =>
        parseStored(DialogueEvent, event, `event ${String(place)} of ${attemptName(key)}`),
      );
    },
    newestEventAtMs: async ({ run, problem, sample }) => {
      const row = await db
        .selectFrom('dialogue_events')
        .select('recorded_at_ms')
        .where('run', '=', run)
        .where('problem', '=', problem)
        .where('sample', '=', sample)
        .orderBy('place', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.recorded_at_ms ?? null;
    },
    saveBlock: async ({ run, problem, sample }, block, result) => {
      await db
        .insertInto('dialogue_blocks')
        .values({ run, problem, sample, block, result: toStoredJson(result) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    block: async (key, block) => {
      const row = await db
        .selectFrom('dialogue_blocks')
        .select('result')
        .where('run', '=', key.run)
        .where('problem', '=', key.problem)
        .where('sample', '=', key.sample)
        .where('block', '=', block)
        .executeTakeFirst();
      return row === undefined
        ? null
        : parseStored(RunBlock, row.result, `block ${block} of ${attemptName(key)}`);
    },
  };
}
