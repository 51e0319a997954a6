import type { BatchStage } from '../names/batch-stages';
import type { DatasetMethod } from '../names/dataset-methods';
import type { Recipe } from '../schemas/recipe';
import { batchedStages } from './batched-stages';
import { ratersOf } from './filter';
import { methodOf } from './methods';

/** Of the rows of one method: what a run asks at most, or what earlier runs of the same recipe asked. */
export interface MethodEstimate {
  readonly method: DatasetMethod;
  readonly rows: number;
  readonly calls: number;
  /** null: nothing is known. */
  readonly tokens: number | null;
  /** null: nothing is known, or the price of some model is unknown. */
  readonly costUsd: number | null;
  /** Finished rows of earlier runs that the figures come from. 0: `calls` is the most. */
  readonly sampled: number;
}

/** Calls, tokens and cost of finished rows. */
export interface MethodSample {
  readonly rows: number;
  readonly calls: number;
  readonly tokens: number;
  /** null: the price of some call is unknown. */
  readonly costUsd: number | null;
}

export function estimateCalls(
  rows: ReadonlyMap<DatasetMethod, number>,
  recipe: Pick<Recipe, 'budgets' | 'filter' | 'methods' | 'models'>,
  samples: ReadonlyMap<DatasetMethod, MethodSample>,
): readonly MethodEstimate[] {
  return [...rows].map(([method, count]) => {
    const sample = samples.get(method);
    if (sample !== undefined && sample.rows > 0) {
      const each = count / sample.rows;
      const tokens = Math.round(sample.tokens * each);
      const calls = Math.round(sample.calls * each);
      const costUsd = sample.costUsd === null ? null : sample.costUsd * each;
      return { method, rows: count, calls, tokens, costUsd, sampled: sample.rows };
    }
    // A rating that cannot be read is asked for once more.
    const asked = 2 * ratersOf(method, recipe.filter).length + methodOf(method).mostCalls(recipe);
    const most = Math.min(asked, recipe.budgets?.callsPerRow ?? asked);
    // A method that asks nothing costs nothing, whatever is known.
    const known = most === 0 ? 0 : null;
    const calls = count * most;
    return { method, rows: count, calls, tokens: known, costUsd: known, sampled: 0 };
  });
}

/** Calls that go through batches, at most, without requests to correct the form. */
export function batchedCalls(
  rows: ReadonlyMap<DatasetMethod, number>,
  recipe: Pick<Recipe, 'filter' | 'models' | 'batch'>,
): Readonly<Partial<Record<BatchStage, number>>> {
  const calls: Partial<Record<BatchStage, number>> = {};
  for (const [method, count] of rows) {
    for (const stage of batchedStages(recipe, method)) {
      calls[stage] = (calls[stage] ?? 0) + count * callsOf[stage](method, recipe);
    }
  }
  return calls;
}

const callsOf: Readonly<
  Record<BatchStage, (method: DatasetMethod, recipe: Pick<Recipe, 'filter'>) => number>
> = {
  rate: (method, { filter }) => ratersOf(method, filter).length,
  embed: () => 1,
  // Up to four problems, or two solutions of one.
  explain: (method) => (method === 'similar' ? 4 : 2),
};
