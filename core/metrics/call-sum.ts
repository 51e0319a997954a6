import type { CallSum } from '../ports/attempt-figures';
import type { CallRecord } from '../ports/records';
import type { Fold } from './fold';
import { knownSum } from './known-sum';

export function callSum(calls: readonly CallRecord[]): CallSum {
  const cost = knownSum();
  let tokens = 0;
  for (const { promptTokens, completionTokens, costUsd, state } of calls) {
    tokens += (promptTokens ?? 0) + (completionTokens ?? 0);
    cost.add(state === 'sent' ? 0 : costUsd);
  }
  return { calls: calls.length, tokens, costUsd: cost.result() };
}

/** Of sums together. */
export function totalSum(): Fold<CallSum, CallSum> {
  const cost = knownSum();
  let [calls, tokens] = [0, 0];
  return {
    add: (part) => {
      calls += part.calls;
      tokens += part.tokens;
      cost.add(part.costUsd);
    },
    result: () => ({ calls, tokens, costUsd: cost.result() }),
  };
}
