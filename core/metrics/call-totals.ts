import type { CallRecord } from '../ports/records';
import type { Fold } from './fold';

export interface CallTotals {
  /** Model calls that the run's nodes used, read back or sent. */
  readonly calls: number;
  /** HTTP requests beyond a question's first: an upper bound for what a server's log shows more than once. */
  readonly repeatedCalls: number;
  /** Those among them that a server has received for certain. */
  readonly knownRepeatedCalls: number;
  /** Calls whose answer this run's own send brought. */
  readonly paidCalls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Answered calls that came without usage: their tokens are not in the sums. */
  readonly callsWithoutUsage: number;
  /** Of all answers used; null: some call's price is unknown. */
  readonly costUsd: number | null;
  /** Of the answers that this run's own sends brought; null: some price is unknown. */
  readonly paidUsd: number | null;
}

/** A sum that is unknown as soon as one of its parts is, and never smaller. */
class KnownSum {
  private sum: number | null = 0;

  add(part: number | null): void {
    this.sum = this.sum === null || part === null ? null : this.sum + part;
  }

  get value(): number | null {
    return this.sum;
  }
}

/** What a run's model calls took. */
export function callTotals(): Fold<CallRecord, CallTotals> {
  const [cost, paid] = [new KnownSum(), new KnownSum()];
  const counts = {
    calls: 0,
    repeatedCalls: 0,
    knownRepeatedCalls: 0,
    paidCalls: 0,
    promptTokens: 0,
    completionTokens: 0,
    callsWithoutUsage: 0,
  };
  return {
    add: ({ state, resends, knownResends, promptTokens, completionTokens, costUsd, paidHere }) => {
      counts.calls += 1;
      counts.repeatedCalls += resends;
      counts.knownRepeatedCalls += knownResends;
      if (state !== 'answered') return;
      counts.promptTokens += promptTokens ?? 0;
      counts.completionTokens += completionTokens ?? 0;
      if (promptTokens === null || completionTokens === null) counts.callsWithoutUsage += 1;
      cost.add(costUsd);
      if (!paidHere) return;
      counts.paidCalls += 1;
      paid.add(costUsd);
    },
    result: () => ({ ...counts, costUsd: cost.value, paidUsd: paid.value }),
  };
}
