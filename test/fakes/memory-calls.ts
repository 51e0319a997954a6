import { budgetClaim } from '../../core/journal/budget-claim';
import type { UsedCall } from '../../core/journal/budget-claim';
import { leaseRest } from '../../core/journal/lease-rest';
import type { CallUse, EndedSending, Journal } from '../../core/adapters/journal';
import type { AttemptKey, CallRecord, RunStore } from '../../core/ports/records';
import { repeatsOf, settleSending } from '../../core/journal/sent-requests';
import type { SentRequests } from '../../core/journal/sent-requests';
import type { ModelAnswer, ModelRequest } from '../../core/schemas/model';
import { CallPurpose } from '../../core/schemas/run';

interface Row {
  readonly request: ModelRequest;
  readonly owner: string | null;
  readonly leaseEndsAtMs: number;
  readonly leaseMs: number;
  readonly sent: SentRequests;
  readonly answer: ModelAnswer | null;
}

interface Use {
  readonly identity: string;
  readonly use: CallUse;
  readonly paidHere: boolean;
  readonly resends: SentRequests;
}

export interface MemoryCallsOptions {
  readonly now: () => number;
  readonly positionOf: (key: AttemptKey) => number;
}

/** The journal in memory, with the records that a run's readers see of it. */
export function createMemoryCalls({ now, positionOf }: MemoryCallsOptions): {
  readonly journal: Journal;
  readonly records: Pick<RunStore, 'calls' | 'callTotals' | 'callInFull' | 'paidDuplicates'>;
} {
  const rows = new Map<string, Row>();
  const uses = new Map<string, Use>();
  const note = (
    identity: string,
    use: CallUse,
    more: { paid?: true; resent?: SentRequests },
  ): void => {
    const key = JSON.stringify([
      use.run,
      use.problem,
      use.sample,
      CallPurpose.parse(use),
      use.context,
      identity,
    ]);
    const before = uses.get(key);
    const none = { known: 0, atMost: 0 };
    const [had, added] = [before?.resends ?? none, more.resent ?? none];
    uses.set(key, {
      identity,
      use,
      paidHere: more.paid === true || before?.paidHere === true,
      resends: { known: had.known + added.known, atMost: Math.max(0, had.atMost + added.atMost) },
    });
  };
  const usedBy = ({ run, problem, sample }: CallUse): readonly UsedCall[] =>
    [...uses.values()]
      .filter(({ use }) => use.run === run && use.problem === problem && use.sample === sample)
      .flatMap(({ identity }) => {
        const row = rows.get(identity);
        if (row === undefined) return [];
        const { answer } = row;
        const restMs = leaseRest({ endsAtMs: row.leaseEndsAtMs, leaseMs: row.leaseMs }, now());
        const tokens = (answer?.usage?.promptTokens ?? 0) + (answer?.usage?.completionTokens ?? 0);
        const costUsd = answer?.costUsd ?? null;
        return [{ identity, answered: answer !== null, restMs, tokens, costUsd }];
      });
  const calls = async (run: string, problem?: string): Promise<readonly CallRecord[]> =>
    [...uses.values()]
      .filter(({ use }) => use.run === run && (problem ?? use.problem) === use.problem)
      .map((one) => ({ position: positionOf(one.use), record: toRecord(one, rows) }))
      .sort(
        (left, right) =>
          left.position - right.position || ordinal(left.record) - ordinal(right.record),
      )
      .map(({ record }) => record);
  return {
    journal: createJournal(rows, { now, note, usedBy }),
    records: {
      calls,
      callTotals: async (run) => {
        const all = await calls(run);
        const sum = (part: (call: CallRecord) => number | null): number =>
          all.reduce((total, call) => total + (part(call) ?? 0), 0);
        const unpriced = all.some(({ state, costUsd }) => state === 'answered' && costUsd === null);
        return {
          calls: all.length,
          resends: sum(({ resends }) => resends),
          knownResends: sum(({ knownResends }) => knownResends),
          promptTokens: sum(({ promptTokens }) => promptTokens),
          completionTokens: sum(({ completionTokens }) => completionTokens),
          costUsd: unpriced ? null : sum(({ costUsd }) => costUsd),
        };
      },
      // Its journal keeps the first answer and drops later ones.
      paidDuplicates: async () => ({ count: 0, costUsd: 0 }),
      callInFull: async (identity) => {
        const row = rows.get(identity);
        return row === undefined ? null : { request: row.request, answer: row.answer };
      },
    },
  };
}

interface JournalParts {
  readonly now: () => number;
  readonly usedBy: (use: CallUse) => readonly UsedCall[];
  readonly note: (
    identity: string,
    use: CallUse,
    more: { readonly paid?: true; readonly resent?: SentRequests },
  ) => void;
}

function createJournal(rows: Map<string, Row>, { now, note, usedBy }: JournalParts): Journal {
  const held = (identity: string, owner: string): Row | null => {
    const row = rows.get(identity);
    return row?.answer === null && row.owner === owner ? row : null;
  };
  const settle = (
    identity: string,
    row: Row,
    sending: EndedSending & { readonly answered: boolean },
  ): Row => {
    const settled = { ...row, sent: settleSending(row.sent, sending) };
    rows.set(identity, settled);
    const resent = difference(repeatsOf(row.sent), repeatsOf(settled.sent));
    note(identity, sending.use, { resent });
    return settled;
  };
  return {
    claim: async ({ identity, request, use, owner, leaseMs, budget }) => {
      const refused = budget === undefined ? null : budgetClaim(budget, usedBy(use), identity);
      if (refused !== null) return refused;
      const row = rows.get(identity);
      if (row !== undefined && row.answer !== null) {
        note(identity, use, {});
        return { kind: 'answered', answer: row.answer };
      }
      const restMs =
        row === undefined
          ? 0
          : leaseRest({ endsAtMs: row.leaseEndsAtMs, leaseMs: row.leaseMs }, now());
      if (restMs > 0) return { kind: 'held', restMs };
      const before = row?.sent ?? { known: 0, atMost: 0 };
      const sent = { ...before, atMost: before.atMost + 1 };
      const leaseEndsAtMs = now() + leaseMs;
      rows.set(identity, { request, owner, leaseEndsAtMs, leaseMs, sent, answer: null });
      note(identity, use, { resent: difference(repeatsOf(before), repeatsOf(sent)) });
      return { kind: 'claimed', sends: sent.atMost };
    },
    renew: async (identity, owner, leaseMs) => {
      const row = held(identity, owner);
      if (row !== null) rows.set(identity, { ...row, leaseEndsAtMs: now() + leaseMs, leaseMs });
      return row !== null;
    },
    answer: async (identity, answer, sending) => {
      const row = rows.get(identity);
      if (row === undefined) throw new Error(`model call ${identity} was never sent`);
      const settled = settle(identity, row, { ...sending, answered: true });
      note(identity, sending.use, { paid: true });
      if (row.answer !== null) return row.answer;
      rows.set(identity, { ...settled, answer });
      return answer;
    },
    unanswered: async (identities) =>
      [...new Set(identities)].filter((identity) => (rows.get(identity)?.answer ?? null) === null),
    release: async (identity, sending) => {
      const row = rows.get(identity);
      if (row === undefined) return;
      settle(identity, row, { ...sending, answered: false });
      const ours = held(identity, sending.owner);
      if (ours !== null) rows.set(identity, { ...ours, owner: null, leaseEndsAtMs: 0 });
    },
  };
}

function difference(before: SentRequests, after: SentRequests): SentRequests {
  return { known: after.known - before.known, atMost: after.atMost - before.atMost };
}

function ordinal(call: CallRecord): number {
  return call.kind !== 'search' || call.node === 'root' ? -1 : Number(call.node.slice(1));
}

function toRecord(
  { identity, use, paidHere, resends }: Use,
  rows: ReadonlyMap<string, Row>,
): CallRecord {
  const row = rows.get(identity);
  if (row === undefined) throw new Error(`model call ${identity} was never sent`);
  const { answer } = row;
  return {
    problem: use.problem,
    sample: use.sample,
    ...CallPurpose.parse(use),
    role: use.context.role,
    identity,
    repair: use.repair,
    state: answer === null ? 'sent' : 'answered',
    paidHere,
    resends: resends.atMost,
    knownResends: resends.known,
    model: row.request.model,
    promptTokens: answer?.usage?.promptTokens ?? null,
    completionTokens: answer?.usage?.completionTokens ?? null,
    costUsd: answer?.costUsd ?? null,
    latencyMs: answer?.latencyMs ?? null,
    finishReason: answer?.finishReason ?? null,
    origin: answer?.origin ?? null,
    firstTokenMs: answer === undefined || answer === null ? null : answer.firstTokenMs,
    exchange: answer?.exchange ?? null,
  };
}
