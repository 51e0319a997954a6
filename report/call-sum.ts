import type { CallRecord } from '../core/ports/records';
import { plural, usdText } from './number-text';

/** What some calls took. */
interface CallSum {
  readonly calls: number;
  readonly tokens: number;
  readonly costUsd: number | null;
}

function sumCalls(calls: readonly CallRecord[]): CallSum {
  return calls.reduce<CallSum>(
    (sum, { promptTokens, completionTokens, costUsd, state }) => ({
      calls: sum.calls + 1,
      tokens: sum.tokens + (promptTokens ?? 0) + (completionTokens ?? 0),
      costUsd:
        state === 'sent' || sum.costUsd === null
          ? sum.costUsd
          : costUsd === null
            ? null
            : sum.costUsd + costUsd,
    }),
    { calls: 0, tokens: 0, costUsd: 0 },
  );
}

/** `2 calls, 110 tokens, $0.5000`. */
export function callSumText(calls: readonly CallRecord[]): string {
  const sum = sumCalls(calls);
  return `${plural(sum.calls, 'call')}, ${plural(sum.tokens, 'token')}, ${usdText(sum.costUsd)}`;
}
