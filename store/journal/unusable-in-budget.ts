import type { UsedCall } from '../../core/journal/budget-claim';
import type { AttemptKey } from '../../core/ports/records';
import type { Queries } from '../store-context';

/** What an answer took that nobody could use. */
type Unusable = Pick<UsedCall, 'identity' | 'tokens' | 'costUsd'>;

export async function unusableOf(
  db: Queries,
  { run, problem, sample }: AttemptKey,
): Promise<readonly Unusable[]> {
  const rows = await db
    .selectFrom('unusable_answers')
    .select(['identity', 'prompt_tokens', 'completion_tokens', 'cost_usd'])
    .where('run', '=', run)
    .where('problem', '=', problem)
    .where('sample', '=', sample)
    .execute();
  return rows.map(({ identity, prompt_tokens, completion_tokens, cost_usd }) => ({
    identity,
    tokens:
      prompt_tokens === null || completion_tokens === null
        ? null
        : prompt_tokens + completion_tokens,
    costUsd: cost_usd,
  }));
}

/** A call counts once, with all that its answers took; one that is not under way, and was paid, as answered. */
export function withUnusable(
  calls: readonly UsedCall[],
  unusable: readonly Unusable[],
): readonly UsedCall[] {
  return calls.map((call) => {
    const own = unusable.filter(({ identity }) => identity === call.identity);
    if (own.length === 0) return call;
    const answers = call.answered ? [call, ...own] : own;
    return {
      ...call,
      answered: call.answered || call.restMs === 0,
      tokens: total(answers.map(({ tokens }) => tokens)),
      costUsd: total(answers.map(({ costUsd }) => costUsd)),
    };
  });
}

/** One that is unknown makes the sum unknown. */
function total(parts: readonly (number | null)[]): number | null {
  return parts.reduce<number | null>(
    (sum, part) => (sum === null || part === null ? null : sum + part),
    0,
  );
}
