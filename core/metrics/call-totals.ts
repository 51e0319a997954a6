import type { CallTotals } from '../ports/attempt-figures';
import type { CallRecord } from '../ports/records';
import type { Fold } from './fold';
import { knownSum } from './known-sum';

/** What some model calls took. */
export function callTotals(calls: readonly CallRecord[]): CallTotals {
  const [cost, paid] = [knownSum(), knownSum()];
  const counts = noCounts();
  for (const call of calls) {
    const { state, promptTokens, completionTokens, costUsd } = call;
    counts.calls += 1;
    counts.repeatedCalls += call.resends;
    counts.knownRepeatedCalls += call.knownResends;
    if (state !== 'answered') continue;
    counts.promptTokens += promptTokens ?? 0;
    counts.completionTokens += completionTokens ?? 0;
    if (promptTokens === null || completionTokens === null) counts.callsWithoutUsage += 1;
    cost.add(costUsd);
    if (!call.paidHere) continue;
    counts.paidCalls += 1;
    paid.add(costUsd);
  }
  return { ...counts, costUsd: cost.result(), paidUsd: paid.result() };
}

export function grandTotals(): Fold<CallTotals, CallTotals> {
  const [cost, paid] = [knownSum(), knownSum()];
  const counts = noCounts();
  return {
    add: (part) => {
      for (const name of Object.keys(counts) as (keyof typeof counts)[]) {
        counts[name] += part[name];
      }
      cost.add(part.costUsd);
      paid.add(part.paidUsd);
    },
    result: () => ({ ...counts, costUsd: cost.result(), paidUsd: paid.result() }),
  };
}

function noCounts() {
  return {
    calls: 0,
    repeatedCalls: 0,
    knownRepeatedCalls: 0,
    paidCalls: 0,
    promptTokens: 0,
    completionTokens: 0,
    callsWithoutUsage: 0,
  };
}
