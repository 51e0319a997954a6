import type { CallRecord } from '../ports/records';
import type { Fold } from './fold';

/** What some calls took. */
export interface CallSum {
  readonly calls: number;
  readonly tokens: number;
  /** null: some call's price is unknown. */
  readonly costUsd: number | null;
}

export function callSum(): Fold<CallRecord, CallSum> {
  let sum: CallSum = { calls: 0, tokens: 0, costUsd: 0 };
  return {
    add: ({ promptTokens, completionTokens, costUsd, state }) => {
      const paid = state === 'sent' ? 0 : costUsd;
      sum = {
        calls: sum.calls + 1,
        tokens: sum.tokens + (promptTokens ?? 0) + (completionTokens ?? 0),
        costUsd: sum.costUsd === null || paid === null ? null : sum.costUsd + paid,
      };
    },
    result: () => sum,
  };
}
