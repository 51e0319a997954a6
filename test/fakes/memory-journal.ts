import { budgetClaim } from '../../core/journal/budget-claim';
import type { UsedCall } from '../../core/journal/budget-claim';
import { leaseRest } from '../../core/journal/lease-rest';
import type { CallUse, Journal } from '../../core/adapters/journal';
import { settleSending } from '../../core/journal/sent-requests';
import type { SentRequests } from '../../core/journal/sent-requests';
import type { ModelAnswer } from '../../core/schemas/model';

interface Row {
  owner: string;
  leaseEndsAtMs: number;
  leaseMs: number;
  sent: SentRequests;
  answer: ModelAnswer | null;
  readonly duplicates: ModelAnswer[];
}

/** A journal in memory that keeps the promises of the real one, and shows what it was told. */
export interface MemoryJournal extends Journal {
  readonly sends: (identity: string) => number;
  readonly knownSends: (identity: string) => number;
  readonly owner: (identity: string) => string | null;
  readonly leaseEndsAtMs: (identity: string) => number;
  readonly duplicates: (identity: string) => readonly ModelAnswer[];
  /** Uses in order: `read` for an answer read back, `sent` for a claim, `paid` for an answer brought. */
  readonly uses: readonly { readonly kind: 'read' | 'sent' | 'paid'; readonly use: CallUse }[];
  readonly log: readonly string[];
}

export function createMemoryJournal(now: () => number = Date.now): MemoryJournal {
  const rows = new Map<string, Row>();
  const uses: { kind: 'read' | 'sent' | 'paid'; use: CallUse }[] = [];
  const identities = new Map<string, Set<string>>();
  const log: string[] = [];
  const ours = (identity: string, owner: string): Row | null => {
    const row = rows.get(identity);
    return row?.answer === null && row.owner === owner ? row : null;
  };
  const restOf = (row: Row | undefined): number =>
    row === undefined ? 0 : leaseRest({ endsAtMs: row.leaseEndsAtMs, leaseMs: row.leaseMs }, now());
  const usedCall = (identity: string): UsedCall => {
    const row = rows.get(identity);
    const { usage = null, costUsd = null } = row?.answer ?? {};
    return {
      identity,
      answered: row?.answer != null,
      restMs: restOf(row),
      tokens: (usage?.promptTokens ?? 0) + (usage?.completionTokens ?? 0),
      costUsd,
    };
  };
  const claim: Journal['claim'] = async ({ identity, use, owner, leaseMs, budget }) => {
    const item = JSON.stringify([use.run, use.problem, use.sample]);
    const known = identities.get(item) ?? new Set();
    identities.set(item, known);
    if (budget !== undefined) {
      const used = [...known].map(usedCall);
      const refused = budgetClaim(budget, used, identity);
      if (refused !== null) return refused;
    }
    const held = rows.get(identity);
    if (held === undefined || held.answer !== null || restOf(held) === 0) {
      known.add(identity);
    }
    const row = rows.get(identity);
    if (row?.answer) {
      uses.push({ kind: 'read', use });
      return { kind: 'answered', answer: row.answer };
    }
    const restMs = restOf(row);
    if (restMs > 0) return { kind: 'held', restMs };
    const before = row?.sent ?? { known: 0, atMost: 0 };
    const sent = { ...before, atMost: before.atMost + 1 };
    const leaseEndsAtMs = now() + leaseMs;
    rows.set(identity, {
      owner,
      leaseEndsAtMs,
      leaseMs,
      sent,
      answer: null,
      duplicates: row?.duplicates ?? [],
    });
    uses.push({ kind: 'sent', use });
    return { kind: 'claimed', sends: sent.atMost };
  };
  const renew: Journal['renew'] = async (identity, owner, leaseMs) => {
    log.push(`renew ${String(leaseMs)}`);
    const row = ours(identity, owner);
    if (row !== null) Object.assign(row, { leaseEndsAtMs: now() + leaseMs, leaseMs });
    return row !== null;
  };
  const answer: Journal['answer'] = async (identity, given, { use, requests }) => {
    log.push('answer');
    const row = rows.get(identity);
    if (row === undefined) throw new Error(`no row ${identity}`);
    row.sent = settleSending(row.sent, { requests, answered: true });
    if (row.answer !== null) {
      row.duplicates.push(given);
      return row.answer;
    }
    row.answer = given;
    uses.push({ kind: 'paid', use });
    return given;
  };
  const release: Journal['release'] = async (identity, { owner, requests }) => {
    log.push('release');
    const released = rows.get(identity);
    if (released !== undefined) {
      released.sent = settleSending(released.sent, { requests, answered: false });
    }
    const row = ours(identity, owner);
    if (row !== null) row.leaseEndsAtMs = 0;
  };
  return {
    claim,
    renew,
    answer,
    unanswered: async (identities) =>
      [...new Set(identities)].filter((identity) => (rows.get(identity)?.answer ?? null) === null),
    release,
    sends: (identity) => rows.get(identity)?.sent.atMost ?? 0,
    knownSends: (identity) => rows.get(identity)?.sent.known ?? 0,
    owner: (identity) => rows.get(identity)?.owner ?? null,
    leaseEndsAtMs: (identity) => rows.get(identity)?.leaseEndsAtMs ?? 0,
    duplicates: (identity) => rows.get(identity)?.duplicates ?? [],
    uses,
    log,
  };
}
