import { picosPerUsd } from '../core/metrics/known-sum';
import type { LiveCallTotals } from '../core/ports/records';
import type { StoreContext } from './store-context';
import type { RunTotalsRow } from './tables';

const nothing: Omit<RunTotalsRow, 'run'> = {
  completed: 0,
  solved: 0,
  unscored: 0,
  cancelled: 0,
  calls: 0,
  resends: 0,
  known_resends: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  cost_picos: 0,
  unpriced: 0,
};

/** What a run, or a chat, has come to so far: one row, however large it is. */
export async function readTotals(
  { db }: StoreContext,
  run: string,
): Promise<Omit<RunTotalsRow, 'run'>> {
  const row = await db
    .selectFrom('run_totals')
    .selectAll()
    .where('run', '=', run)
    .executeTakeFirst();
  return row ?? nothing;
}

export async function readCallTotals(context: StoreContext, run: string): Promise<LiveCallTotals> {
  const totals = await readTotals(context, run);
  return {
    calls: totals.calls,
    resends: totals.resends,
    knownResends: totals.known_resends,
    promptTokens: totals.prompt_tokens,
    completionTokens: totals.completion_tokens,
    costUsd: totals.unpriced > 0 ? null : totals.cost_picos / picosPerUsd,
  };
}
