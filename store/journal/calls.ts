import { z } from 'zod';

import { folded } from '../../core/metrics/fold';
import { knownSum } from '../../core/metrics/known-sum';
import type { AttemptKey, CallRecord, PaidDuplicates, RunStore } from '../../core/ports/records';
import { ModelAnswer } from '../../core/schemas/model';
import { readBlob } from '../blobs';
import { readCallTotals } from '../run-totals';
import { readPurpose } from './call-purpose';
import { readAnswer } from './stored-answer';
import type { Queries, StoreContext } from '../store-context';
import { checkStored, parseJson, parseStored } from '../stored-json';

type CallPart = Pick<RunStore, 'calls' | 'callTotals' | 'callInFull' | 'paidDuplicates'>;

const State = z.enum(['sent', 'answered']);
const Measures = ModelAnswer.pick({
  usage: true,
  costUsd: true,
  latencyMs: true,
  firstTokenMs: true,
  finishReason: true,
  origin: true,
  exchange: true,
}).loose();

const useColumns = [
  ...(['use.problem', 'use.sample', 'use.node', 'use.role', 'use.identity', 'use.repair'] as const),
  ...(['use.paid_here', 'use.resends', 'use.known_resends'] as const),
  ...(['call.state', 'call.model', 'call.answer'] as const),
];

/** The journal as readers of a run see it. */
export function createCallRecords(context: StoreContext): CallPart {
  const { db } = context;
  return {
    calls: async (run, problem) => {
      const uses = selectUses(db, run);
      const asked = problem === undefined ? uses : uses.where('use.problem', '=', problem);
      return (await asked.execute()).map(toCallRecord);
    },
    callTotals: (run) => readCallTotals(context, run),
    paidDuplicates: (run) => sumDuplicates(context, run),
    callInFull: async (identity) => {
      const row = await db
        .selectFrom('model_calls')
        .select(['identity', 'state', 'request_sha256', 'answer', 'text_sha256'])
        .where('identity', '=', identity)
        .executeTakeFirst();
      if (row === undefined) return null;
      const request = parseJson(
        await readBlob(db, row.request_sha256),
        `request of model call ${identity}`,
      );
      return { request, answer: row.state === 'answered' ? await readAnswer(db, row) : null };
    },
  };
}

async function sumDuplicates({ db }: StoreContext, run: string): Promise<PaidDuplicates> {
  const costs = await db
    .selectFrom('paid_duplicates')
    .select('cost_usd')
    .where('run', '=', run)
    .execute();
  const sum = folded(
    knownSum(),
    costs.map(({ cost_usd }) => cost_usd),
  );
  return { count: costs.length, costUsd: sum };
}

/** Those of the attempts at these positions, the last one included, in the order of `calls`. */
export async function callsBetween(
  db: Queries,
  run: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly CallRecord[]> {
  const uses = await db
    .selectFrom('attempts as attempt')
    // Its database takes the tables of a cross join in their order: else it may read every call of the run for each page.
    .crossJoin('call_uses as use')
    .innerJoin('model_calls as call', 'call.identity', 'use.identity')
    .select(useColumns)
    .where('attempt.run', '=', run)
    .where('attempt.position', '>=', from)
    .where('attempt.position', '<=', to)
    .whereRef('use.run', '=', 'attempt.run')
    .whereRef('use.problem', '=', 'attempt.problem')
    .whereRef('use.sample', '=', 'attempt.sample')
    .orderBy('attempt.position')
    .orderBy('use.problem')
    .orderBy('use.sample')
    .orderBy('use.node_ordinal')
    .orderBy('use.use_order')
    .execute();
  return uses.map(toCallRecord);
}

/** Those of an attempt, in the order of `calls`. */
export async function callsOfAttempt(
  db: Queries,
  { run, problem, sample }: AttemptKey,
): Promise<readonly CallRecord[]> {
  const uses = await selectUses(db, run)
    .where('use.problem', '=', problem)
    .where('use.sample', '=', sample)
    .execute();
  return uses.map(toCallRecord);
}

/** Those of attempts that have no record. */
export async function unrecordedCalls(db: Queries, run: string): Promise<readonly CallRecord[]> {
  const uses = await selectUses(db, run).where('attempt.position', 'is', null).execute();
  return uses.map(toCallRecord);
}

function selectUses(db: Queries, run: string) {
  return (
    db
      .selectFrom('call_uses as use')
      .innerJoin('model_calls as call', 'call.identity', 'use.identity')
      .leftJoin('attempts as attempt', (join) =>
        join
          .onRef('attempt.run', '=', 'use.run')
          .onRef('attempt.problem', '=', 'use.problem')
          .onRef('attempt.sample', '=', 'use.sample'),
      )
      .select(useColumns)
      .where('use.run', '=', run)
      // An unrecorded attempt has no position and comes last.
      .orderBy(({ eb }) => eb.case().when('attempt.position', 'is', null).then(1).else(0).end())
      .orderBy('attempt.position')
      .orderBy('use.problem')
      .orderBy('use.sample')
      .orderBy('use.node_ordinal')
      .orderBy('use.use_order')
  );
}

type UseRow = Awaited<ReturnType<ReturnType<typeof selectUses>['execute']>>[number];

function toCallRecord(row: UseRow): CallRecord {
  const measures =
    row.answer === null ? null : parseStored(Measures, row.answer, `answer ${row.identity}`);
  return {
    problem: row.problem,
    sample: row.sample,
    ...readPurpose(row.node, `model call ${row.identity}`),
    role: row.role,
    identity: row.identity,
    repair: row.repair === 1,
    state: checkStored(State, row.state, `state of model call ${row.identity}`),
    paidHere: row.paid_here === 1,
    resends: row.resends,
    knownResends: row.known_resends,
    model: row.model,
    promptTokens: measures?.usage?.promptTokens ?? null,
    completionTokens: measures?.usage?.completionTokens ?? null,
    costUsd: measures?.costUsd ?? null,
    latencyMs: measures?.latencyMs ?? null,
    firstTokenMs: measures === null ? null : measures.firstTokenMs,
    finishReason: measures?.finishReason ?? null,
    origin: measures?.origin ?? null,
    exchange: measures?.exchange ?? null,
  };
}
