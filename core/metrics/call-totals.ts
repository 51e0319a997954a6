import type { CallRecord } from '../ports/records';

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

function costOf(calls: readonly CallRecord[]): number | null {
  let sum = 0;
  for (const { costUsd } of calls) {
    if (costUsd === null) return null;
    sum += costUsd;
  }
  return sum;
}

const sumOf = (numbers: readonly (number | null)[]): number =>
  numbers.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** What a run's model calls took. Unknown prices make a sum unknown, never smaller. */
export function callTotals(calls: readonly CallRecord[]): CallTotals {
  const answered = calls.filter(({ state }) => state === 'answered');
  const paid = answered.filter(({ paidHere }) => paidHere);
  return {
    calls: calls.length,
    repeatedCalls: sumOf(calls.map(({ resends }) => resends)),
    knownRepeatedCalls: sumOf(calls.map(({ knownResends }) => knownResends)),
    paidCalls: paid.length,
    promptTokens: sumOf(answered.map(({ promptTokens }) => promptTokens)),
    completionTokens: sumOf(answered.map(({ completionTokens }) => completionTokens)),
    callsWithoutUsage: answered.filter(
      ({ promptTokens, completionTokens }) => promptTokens === null || completionTokens === null,
    ).length,
    costUsd: costOf(answered),
    paidUsd: costOf(paid),
  };
}
