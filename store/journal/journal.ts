import { sql } from 'kysely';

import { budgetClaim } from '../../core/journal/budget-claim';
import type { EndedSending, Journal, JournalClaim } from '../../core/adapters/journal';
import { leaseRest } from '../../core/journal/lease-rest';
import { repeatsOf, settleSending } from '../../core/journal/sent-requests';
import { absentAmong } from '../absent-among';
import { insertBlob, newBlob, type NewBlob } from '../blobs';
import { recordUse, useColumns } from './record-use';
import { unusableOf, withUnusable } from './unusable-in-budget';
import { RecordMissingError } from '../errors';
import { packAnswer, readAnswer, type AnswerRow, type PackedAnswer } from './stored-answer';
import type { Queries, StoreContext } from '../store-context';
import { toStoredJson } from '../stored-json';
import type { ModelCallRow } from '../tables';

type ClaimInput = Parameters<Journal['claim']>[0];
type Use = ClaimInput['use'];

type JournalPlace = Pick<StoreContext, 'databaseClock' | 'isDeadOwner'> & { readonly db: Queries };

/**
 * The journal of model calls. A row goes from `sent` (owner, lease) to `answered` and never back; every step is one
 * statement or one transaction that takes the write lock first, so processes and threads may share the file.
 */
export function createJournal(context: StoreContext): Journal {
  const { db } = context;
  return {
    claim: (input) => claim(context, input),
    renew: async (identity, owner, leaseMs) => {
      const updated = await db
        .updateTable('model_calls')
        .set(leaseOf(context, leaseMs))
        .where('identity', '=', identity)
        .where('state', '=', 'sent')
        .where('owner', '=', owner)
        .executeTakeFirst();
      return updated.numUpdatedRows > 0n;
    },
    answer: (identity, answer, sending) =>
      answerCall(context, packAnswer(answer), { identity, sending }),
    unanswered: (identities) =>
      absentAmong(identities, async (some) => {
        const rows = await db
          .selectFrom('model_calls')
          .select('identity')
          .where('identity', 'in', some)
          .where('state', '=', 'answered')
          .execute();
        return rows.map(({ identity }) => identity);
      }),
    release: (identity, sending) =>
      context.db
        .transaction()
        .execute((locked) => releaseCall({ ...context, db: locked }, identity, sending)),
  };
}

function selectCall({ db, databaseClock }: JournalPlace, identity: string) {
  return db
    .selectFrom('model_calls')
    .select(['identity', 'state', 'sends', 'known_sends', 'answer', 'text_sha256'])
    .select(['owner', 'lease_ends_at_ms', 'lease_ms'])
    .select(databaseClock().as('now_ms'))
    .where('identity', '=', identity)
    .executeTakeFirst();
}

interface LeaseColumns extends Pick<ModelCallRow, 'owner' | 'lease_ends_at_ms' | 'lease_ms'> {
  readonly now_ms: number;
}

/** For how long the row is still its owner's, ms; 0: it may be taken. */
function restOf({ isDeadOwner }: Pick<StoreContext, 'isDeadOwner'>, row: LeaseColumns): number {
  const lease = { endsAtMs: row.lease_ends_at_ms, leaseMs: row.lease_ms };
  const restMs = leaseRest(lease, row.now_ms);
  return restMs > 0 && row.owner !== null && isDeadOwner(row.owner) ? 0 : restMs;
}

async function readBack(
  db: Queries,
  row: AnswerRow,
  use: Use,
): Promise<Extract<JournalClaim, { kind: 'answered' }>> {
  const answer = await readAnswer(db, row);
  await recordUse(db, { identity: row.identity, use, paidHere: false });
  return { kind: 'answered', answer };
}

async function claim(context: StoreContext, input: ClaimInput): Promise<JournalClaim> {
  const { identity, use } = input;
  if (input.budget !== undefined) return claimWithin(context, input);
  const seen = await selectCall(context, identity);
  if (seen?.state === 'answered') return readBack(context.db, seen, use);
  const restMs = seen === undefined ? 0 : restOf(context, seen);
  if (restMs > 0) return { kind: 'held', restMs };
  const request = newBlob(toStoredJson(input.request));
  return context.db.transaction().execute((db) => claimLocked({ ...context, db }, input, request));
}

/** Looks at the item's other calls under the same lock that the row is taken with: no two come within one budget's rest. */
function claimWithin(context: StoreContext, input: ClaimInput) {
  const { identity, use, budget } = input;
  const request = newBlob(toStoredJson(input.request));
  return context.db.transaction().execute(async (db) => {
    const used = await db
      .selectFrom('call_uses as use')
      .innerJoin('model_calls as call', 'call.identity', 'use.identity')
      .select(['use.identity', 'call.state', 'call.cost_usd as costUsd'])
      .select(['call.owner', 'call.lease_ends_at_ms', 'call.lease_ms'])
      .select(['call.prompt_tokens', 'call.completion_tokens'])
      .select(context.databaseClock().as('now_ms'))
      .distinct()
      .where('use.run', '=', use.run)
      .where('use.problem', '=', use.problem)
      .where('use.sample', '=', use.sample)
      .execute();
    const answers = used.map((call) => ({
      identity: call.identity,
      answered: call.state === 'answered',
      restMs: restOf(context, call),
      tokens:
        call.prompt_tokens === null || call.completion_tokens === null
          ? null
          : call.prompt_tokens + call.completion_tokens,
      costUsd: call.costUsd,
    }));
    const calls = withUnusable(answers, await unusableOf(db, use));
    const refused = budget === undefined ? null : budgetClaim(budget, calls, identity);
    return refused ?? claimLocked({ ...context, db }, input, request);
  });
}

async function claimLocked(
  locked: JournalPlace,
  input: ClaimInput,
  request: NewBlob,
): Promise<JournalClaim> {
  const { identity, use } = input;
  const current = await selectCall(locked, identity);
  if (current === undefined) {
    await insertSent(locked, input, request);
    await recordUse(locked.db, { identity, use, paidHere: false });
    return { kind: 'claimed', sends: 1 };
  }
  if (current.state === 'answered') return readBack(locked.db, current, use);
  const restMs = restOf(locked, current);
  if (restMs > 0) return { kind: 'held', restMs };
  const sends = current.sends + 1;
  await locked.db
    .updateTable('model_calls')
    .set({ owner: input.owner, ...leaseOf(locked, input.leaseMs), sends })
    .where('identity', '=', identity)
    .execute();
  const resends = { known: 0, atMost: current.sends > 0 ? 1 : 0 };
  await recordUse(locked.db, { identity, use, paidHere: false, resends });
  return { kind: 'claimed', sends };
}

/** Columns of a lease that begins with the statement. */
function leaseOf({ databaseClock }: Pick<StoreContext, 'databaseClock'>, leaseMs: number) {
  const lease_ends_at_ms = sql<number>`${databaseClock()} + ${leaseMs}`;
  return { lease_ends_at_ms, lease_ms: leaseMs };
}

async function insertSent(place: JournalPlace, input: ClaimInput, request: NewBlob): Promise<void> {
  await insertBlob(place.db, request);
  await place.db
    .insertInto('model_calls')
    .values({
      identity: input.identity,
      state: 'sent',
      owner: input.owner,
      ...leaseOf(place, input.leaseMs),
      sends: 1,
      known_sends: 0,
      endpoint: input.request.logicalEndpoint,
      model: input.request.model,
      request_sha256: request.sha256,
      sent_at_ms: place.databaseClock(),
    })
    .execute();
}

interface AnswerPlace {
  readonly identity: string;
  readonly sending: EndedSending;
}

async function answerCall(
  context: StoreContext,
  packed: PackedAnswer,
  place: AnswerPlace,
): Promise<PackedAnswer['answer']> {
  const { clock } = context;
  return context.db.transaction().execute(async (locked) => {
    const current = await selectCall({ ...context, db: locked }, place.identity);
    if (current === undefined) throw new RecordMissingError(`model call ${place.identity}`);
    const sends = await settle(locked, current, { ...place.sending, answered: true });
    if (current.state === 'answered') {
      const standing = { ...current, sends };
      await keepDuplicate(locked, packed, { ...place, standing, nowMs: clock() });
      return readAnswer(locked, current);
    }
    await insertBlob(locked, packed.text);
    const { answer } = packed;
    await locked
      .updateTable('model_calls')
      .set({
        state: 'answered',
        owner: null,
        answered_at_ms: clock(),
        answer: packed.json,
        text_sha256: packed.text.sha256,
        prompt_tokens: answer.usage?.promptTokens ?? null,
        completion_tokens: answer.usage?.completionTokens ?? null,
        cost_usd: answer.costUsd,
      })
      .where('identity', '=', place.identity)
      .where('state', '=', 'sent')
      .execute();
    await recordUse(locked, { identity: place.identity, use: place.sending.use, paidHere: true });
    return answer;
  });
}

/** The row may be another owner's by now; what was sent counts all the same. */
async function releaseCall(
  place: JournalPlace,
  identity: string,
  sending: EndedSending & { readonly owner: string },
): Promise<void> {
  const current = await selectCall(place, identity);
  if (current === undefined) return;
  await settle(place.db, current, { ...sending, answered: false });
  await place.db
    .updateTable('model_calls')
    .set({ owner: null, lease_ends_at_ms: 0 })
    .where('identity', '=', identity)
    .where('state', '=', 'sent')
    .where('owner', '=', sending.owner)
    .execute();
}

/** Counts the requests of a sending that has ended; tells how many there may have been in all. */
async function settle(
  locked: Queries,
  current: Pick<ModelCallRow, 'identity' | 'sends' | 'known_sends'>,
  sending: EndedSending & { readonly answered: boolean },
): Promise<number> {
  const { identity } = current;
  const before = { known: current.known_sends, atMost: current.sends };
  const after = settleSending(before, sending);
  await locked
    .updateTable('model_calls')
    .set({ sends: after.atMost, known_sends: after.known })
    .where('identity', '=', identity)
    .execute();
  const [repeated, now] = [repeatsOf(before), repeatsOf(after)];
  const resends = { known: now.known - repeated.known, atMost: now.atMost - repeated.atMost };
  if (resends.known !== 0 || resends.atMost !== 0) {
    await recordUse(locked, { identity, use: sending.use, paidHere: false, resends });
  }
  return after.atMost;
}

/** A later answer than the first. Told again, it counts only while fewer answers are known than requests were sent. */
async function keepDuplicate(
  db: Queries,
  packed: PackedAnswer,
  place: AnswerPlace & {
    readonly standing: AnswerRow & { readonly sends: number };
    readonly nowMs: number;
  },
): Promise<void> {
  const { identity, sending, standing } = place;
  const kept = await db
    .selectFrom('paid_duplicates')
    .select(['answer', 'text_sha256'])
    .where('identity', '=', identity)
    .execute();
  const known = [standing, ...kept].some(
    ({ answer, text_sha256 }) => answer === packed.json && text_sha256 === packed.text.sha256,
  );
  if (known && kept.length + 1 >= standing.sends) return;
  await insertBlob(db, packed.text);
  await db
    .insertInto('paid_duplicates')
    .values({
      ...useColumns(identity, sending.use),
      place: kept.length,
      answer: packed.json,
      text_sha256: packed.text.sha256,
      cost_usd: packed.answer.costUsd,
      received_at_ms: place.nowMs,
    })
    .execute();
}
