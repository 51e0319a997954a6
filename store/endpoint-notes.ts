import { z } from 'zod';

import type { EndpointNotes, RefusedCall } from '../core/adapters/endpoint-notes';
import { optionalFeatures } from '../core/schemas/model';
import { checkStored } from './stored-json';
import type { Queries, StoreContext } from './store-context';

const Feature = z.enum(optionalFeatures);

/** What runs have met at their endpoints beside answers. */
export function createEndpointNotes({ db, clock }: StoreContext): EndpointNotes {
  return {
    refusedFeatures: async (run) => {
      const rows = await db
        .selectFrom('refused_features')
        .select(['endpoint', 'model', 'feature'])
        .where('run', '=', run)
        .execute();
      return rows.map(({ endpoint, model, feature }) => ({
        place: { endpoint, model },
        feature: checkStored(Feature, feature, `refused feature of run ${run}`),
      }));
    },
    addRefusedFeature: async (run, place, feature) => {
      await db
        .insertInto('refused_features')
        .values({ run, ...place, feature, found_at_ms: clock() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    countUnusable: (run, identity) => countUnusable(db, run, identity),
    addUnusable: ({ identity, attempt, words, usage, costUsd }) =>
      db.transaction().execute(async (locked) => {
        const { run, problem, sample } = attempt;
        const { places } = await locked
          .selectFrom('unusable_answers')
          .select(({ fn }) => fn.countAll<number>().as('places'))
          .where('run', '=', run)
          .where('identity', '=', identity)
          .executeTakeFirstOrThrow();
        await locked
          .insertInto('unusable_answers')
          .values({
            ...{ run, problem, sample, identity, place: places, settled: 0, words },
            prompt_tokens: usage?.promptTokens ?? null,
            completion_tokens: usage?.completionTokens ?? null,
            cost_usd: costUsd,
            received_at_ms: clock(),
          })
          .execute();
        return countUnusable(locked, run, identity);
      }),
    unusableTotals: async (run) => {
      const sums = await db
        .selectFrom('unusable_answers')
        .select(({ fn }) => [
          fn.countAll<number>().as('count'),
          fn.count<number>('cost_usd').as('priced'),
          fn.sum<number | null>('prompt_tokens').as('promptTokens'),
          fn.sum<number | null>('completion_tokens').as('completionTokens'),
          fn.sum<number | null>('cost_usd').as('costUsd'),
        ])
        .where('run', '=', run)
        .executeTakeFirstOrThrow();
      return {
        count: sums.count,
        promptTokens: sums.promptTokens ?? 0,
        completionTokens: sums.completionTokens ?? 0,
        costUsd: sums.priced < sums.count ? null : (sums.costUsd ?? 0),
      };
    },
    addRefused: (call, running) =>
      db.transaction().execute(async (locked) => {
        const { run, identity, model, words } = call;
        const refused = { model, words, settled: 0, refused_at_ms: clock() };
        await locked
          .insertInto('refused_requests')
          .values({ run, identity, ...refused })
          .onConflict((conflict) => conflict.columns(['run', 'identity']).doUpdateSet(refused))
          .execute();
        if ((await countRefused(locked, call)) < running) return false;
        // Looking for the last answer reads all of a run's: what it ends is settled, so that this is rare.
        await locked
          .updateTable('refused_requests')
          .set({ settled: 1 })
          .where('run', '=', run)
          .where('model', '=', model)
          .where('refused_at_ms', '<', await lastAnswerMs(locked, run, model))
          .execute();
        return (await countRefused(locked, call)) >= running;
      }),
    settle: (run) =>
      db.transaction().execute(async (locked) => {
        for (const table of ['unusable_answers', 'refused_requests'] as const) {
          await locked.updateTable(table).set({ settled: 1 }).where('run', '=', run).execute();
        }
      }),
  };
}

async function countUnusable(db: Queries, run: string, identity: string): Promise<number> {
  const { count } = await db
    .selectFrom('unusable_answers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('run', '=', run)
    .where('identity', '=', identity)
    .where('settled', '=', 0)
    .executeTakeFirstOrThrow();
  return count;
}

async function countRefused(
  db: Queries,
  { run, model, words }: Pick<RefusedCall, 'run' | 'model' | 'words'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('refused_requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('run', '=', run)
    .where('model', '=', model)
    .where('words', '=', words)
    .where('settled', '=', 0)
    .executeTakeFirstOrThrow();
  return count;
}

async function lastAnswerMs(db: Queries, run: string, model: string): Promise<number> {
  const { last } = await db
    .selectFrom('call_uses as use')
    .innerJoin('model_calls as call', 'call.identity', 'use.identity')
    .select(({ fn }) => fn.max<number | null>('call.answered_at_ms').as('last'))
    .where('use.run', '=', run)
    .where('call.model', '=', model)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}
