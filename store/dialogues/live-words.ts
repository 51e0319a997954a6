import { z } from 'zod';

import type { DialogueStore } from '../../core/ports/dialogue';
import type { AttemptKey } from '../../core/ports/records';
import { attemptName } from '../runs/stored-attempt';
import type { Queries, StoreContext } from '../store-context';
import { checkStored } from '../stored-json';

type LivePart = Pick<DialogueStore, 'sayLive' | 'heardLive' | 'forgetLive'>;

const Kind = z.enum(['reply', 'output', 'restart', 'output-restart']);

/** Words that nobody has forgotten by then belong to a round that nobody makes any more. */
const OLDEST_MS = 24 * 60 * 60 * 1_000;

/** What is being said and written right now. Nothing depends on it: the round's record has it all in the end. */
export function createLiveWords({ db, clock }: StoreContext): LivePart {
  return {
    sayLive: async ({ run, problem, sample }, { round, kind, text }) => {
      const key = { run, problem, sample };
      const now = clock();
      await db.transaction().execute(async (locked) => {
        const place = await nextPlace(locked, key, round);
        if (place === 0) await forgetDead(locked, key, now - OLDEST_MS);
        await locked
          .insertInto('live_words')
          .values({ ...key, round, place, kind, text, said_at_ms: now })
          .execute();
      });
    },
    heardLive: async (key, round, after) => {
      const rows = await db
        .selectFrom('live_words')
        .select(['place', 'kind', 'text'])
        .where('run', '=', key.run)
        .where('problem', '=', key.problem)
        .where('sample', '=', key.sample)
        .where('round', '=', round)
        .where('place', '>', after)
        .orderBy('place')
        .execute();
      return rows.map(({ place, kind, text }) => ({
        place,
        round,
        kind: checkStored(Kind, kind, `live words of ${attemptName(key)}`),
        text,
      }));
    },
    forgetLive: async (key, round) => {
      await db
        .deleteFrom('live_words')
        .where('run', '=', key.run)
        .where('problem', '=', key.problem)
        .where('sample', '=', key.sample)
        .where('round', '=', round)
        .execute();
    },
  };
}

async function nextPlace(db: Queries, key: AttemptKey, round: string): Promise<number> {
  const last = await db
    .selectFrom('live_words')
    .select(({ fn }) => fn.max<number | null>('place').as('place'))
    .where('run', '=', key.run)
    .where('problem', '=', key.problem)
    .where('sample', '=', key.sample)
    .where('round', '=', round)
    .executeTakeFirst();
  return (last?.place ?? -1) + 1;
}

/** A dialogue makes one round at a time: when one begins to speak, words of others in it are left from a round given up. */
async function forgetDead(db: Queries, key: AttemptKey, beforeMs: number): Promise<void> {
  await db
    .deleteFrom('live_words')
    .where((row) =>
      row.or([
        row.and([
          row('run', '=', key.run),
          row('problem', '=', key.problem),
          row('sample', '=', key.sample),
        ]),
        row('said_at_ms', '<', beforeMs),
      ]),
    )
    .execute();
}
