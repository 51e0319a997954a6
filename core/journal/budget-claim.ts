import type { BudgetedCall, CallBudget, JournalClaim } from '../adapters/journal';

/** A call that an item of a run used. */
export interface UsedCall {
  readonly identity: string;
  readonly answered: boolean;
  /** Rest of its lease, in ms. 0: nobody is sending it. */
  readonly restMs: number;
  /** Tokens of an answered call. null: the endpoint did not say. */
  readonly tokens: number | null;
  /** null: not answered, or its price is unknown. */
  readonly costUsd: number | null;
}

/**
 * Why a call may not be claimed now. null: it may. A call that the item used before is already counted: a retry asks the
 * same and is never refused. If tokens or costs are limited, the calls of an item go one after another, because the cost of
 * a call under way is unknown. An unknown cost counts as beyond every limit. So do tokens that an endpoint does not report.
 */
export function budgetClaim(
  { limit, atMost }: BudgetedCall,
  used: readonly UsedCall[],
  identity: string,
): Extract<JournalClaim, { kind: 'held' | 'over-budget' }> | null {
  if (used.some((call) => call.identity === identity)) return null;
  const isMeasured = limit.tokens !== undefined || limit.costUsd !== undefined;
  const underWay = used.filter(({ answered, restMs }) => !answered && restMs > 0);
  const [first] = underWay;
  if (limit.calls !== undefined && used.length + 1 > limit.calls) return over('calls');
  if (isMeasured && first !== undefined) {
    return { kind: 'held', restMs: first.restMs };
  }
  const answered = used.filter((call) => call.answered);
  const tokens = totalOf([atMost.tokens, ...answered.map((call) => call.tokens)]);
  if (limit.tokens !== undefined && tokens > limit.tokens) return over('tokens');
  if (limit.costUsd !== undefined) {
    const cost = totalOf([atMost.costUsd, ...answered.map((call) => call.costUsd)]);
    if (cost > limit.costUsd) return over('costUsd');
  }
  return null;
}

function totalOf(parts: readonly (number | null)[]): number {
  return parts.reduce<number>((sum, part) => sum + (part ?? Number.POSITIVE_INFINITY), 0);
}

function over(limit: keyof CallBudget): Extract<JournalClaim, { kind: 'over-budget' }> {
  return { kind: 'over-budget', limit };
}
