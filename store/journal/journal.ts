import { budgetClaim } from '../../core/budget-claim';
import type { EndedSending, Journal, JournalClaim } from '../../core/ports/journal';
import { repeatsOf, settleSending } from '../../core/sent-requests';
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

/**
 * The journal of model calls. A row goes from `sent` (owner, lease) to `answered` and never back; every step is one
 * statement or one transaction that takes the write lock first, so processes and threads may share the file.
 */
export function createJournal(context: StoreContext): Journal {
  const { db, clock } = context;
  return {
    claim: (input) => claim(context, input),
    renew: async (identity, owner, leaseMs) => {
      const updated = await db
        .updateTable('model_calls')
        .set({ lease_ends_at_ms: clock() + leaseMs })
        .where('identity', '=', identity)
        .where('state', '=', 'sent')
        .where('owner', '=', owner)
        .executeTakeFirst();
      return updated.numUpdatedRows > 0n;
    },
    answer: (identity, answer, sending) =>
      answerCall(context, packAnswer(answer), { identity, sending }),
    release: (identity, sending) =>
      db.transaction().execute((locked) => releaseCall(locked, identity, sending)),
  };
}

function selectCall(db: Queries, identity: string) {
  return db
    .selectFrom('model_calls')
    .select(['identity', 'state', 'sends', 'known_sends', 'lease_ends_at_ms'])
    .select(['answer', 'text_sha256'])
    .where('identity', '=', identity)
    .executeTakeFirst();
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

function held(leaseEndsAtMs: number): JournalClaim {
  return { kind: 'held', leaseEndsAtMs };
}

async function claim({ db, clock }: StoreContext, input: ClaimInput): Promise<JournalClaim> {
  const { identity, use } = input;
  if (input.budget !== undefined) return claimWithin({ db, clock }, input);
  const seen = await selectCall(db, identity);
  if (seen?.state === 'answered') return readBack(db, seen, use);
  if (seen !== undefined && seen.lease_ends_at_ms > clock()) return held(seen.lease_ends_at_ms);
  const request = newBlob(toStoredJson(input.request));
  return db
    .transaction()
    .execute((locked) => claimLocked(locked, input, { request, nowMs: clock() }));
}

/** Looks at the item's other calls under the same lock that the row is taken with: no two come within one budget's rest. */
function claimWithin({ db, clock }: Pick<StoreContext, 'db' | 'clock'>, input: ClaimInput) {
  const { identity, use, budget } = input;
  const request = newBlob(toStoredJson(input.request));
  return db.transaction().execute(async (locked) => {
    const nowMs = clock();
    const used = await locked
      .selectFrom('call_uses as use')
      .innerJoin('model_calls as call', 'call.identity', 'use.identity')
      .select(['use.identity', 'call.state', 'call.lease_ends_at_ms as leaseEndsAtMs'])
      .select(['call.prompt_tokens', 'call.completion_tokens', 'call.cost_usd as costUsd'])
      .distinct()
      .where('use.run', '=', use.run)
      .where('use.problem', '=', use.problem)
      .where('use.sample', '=', use.sample)
      .execute();
    const answers = used.map(({ state, prompt_tokens, completion_tokens, ...call }) => ({
      ...call,
      answered: state === 'answered',
      tokens:
        prompt_tokens === null || completion_tokens === null
          ? null
          : prompt_tokens + completion_tokens,
    }));
    const calls = withUnusable(answers, await unusableOf(locked, use), nowMs);
    const refused = budget === undefined ? null : budgetClaim(budget, calls, { identity, nowMs });
    return refused ?? claimLocked(locked, input, { request, nowMs });
  });
}

async function claimLocked(
  locked: Queries,
  input: ClaimInput,
  { request, nowMs }: { readonly request: NewBlob; readonly nowMs: number },
): Promise<JournalClaim> {
  const { identity, use } = input;
  const current = await selectCall(locked, identity);
  if (current === undefined) {
    await insertSent(locked, input, { request, nowMs });
    await recordUse(locked, { identity, use, paidHere: false });
    return { kind: 'claimed', sends: 1 };
  }
  if (current.state === 'answered') return readBack(locked, current, use);
  if (current.lease_ends_at_ms > nowMs) return held(current.lease_ends_at_ms);
  const sends = current.sends + 1;
  await locked
    .updateTable('model_calls')
    .set({ owner: input.owner, lease_ends_at_ms: nowMs + input.leaseMs, sends })
    .where('identity', '=', identity)
    .execute();
  const resends = { known: 0, atMost: current.sends > 0 ? 1 : 0 };
  await recordUse(locked, { identity, use, paidHere: false, resends });
  return { kind: 'claimed', sends };
}

async function insertSent(
  db: Queries,
  input: ClaimInput,
  { request, nowMs }: { readonly request: NewBlob; readonly nowMs: number },
): Promise<void> {
  await insertBlob(db, request);
  await db
    .insertInto('model_calls')
    .values({
      identity: input.identity,
      state: 'sent',
      owner: input.owner,
      lease_ends_at_ms: nowMs + input.leaseMs,
      sends: 1,
      known_sends: 0,
      endpoint: input.request.logicalEndpoint,
      model: input.request.model,
      request_sha256: request.sha256,
      sent_at_ms: nowMs,
    })
    .execute();
}

interface AnswerPlace {
  readonly identity: string;
  readonly sending: EndedSending;
}

async function answerCall(
  { db, clock }: StoreContext,
  packed: PackedAnswer,
  place: AnswerPlace,
): Promise<PackedAnswer['answer']> {
  return db.transaction().execute(async (locked) => {
    const current = await selectCall(locked, place.identity);
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
  locked: Queries,
  identity: string,
  sending: EndedSending & { readonly owner: string },
): Promise<void> {
  const current = await selectCall(locked, identity);
  if (current === undefined) return;
  await settle(locked, current, { ...sending, answered: false });
  await locked
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

/**
 * Keeps an answer that came after the first. The same answer told again is not a second one: it counts only while
 * fewer answers are known than requests were sent.
 */
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
