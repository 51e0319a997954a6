import type { PlannedRow } from '../kinds/dataset/schema';
import { batchedStages } from './batched-stages';
import type { Recipe } from '../schemas/recipe';
import type { RowPlan } from './method';

/** The reference solutions that the method of a row uses: all of `follow-up`, otherwise the first of each problem. */
export function solutionTexts({ row, partners, method }: PlannedRow): readonly string[] {
  const problems = [row, ...partners].flatMap(({ problem }) => problem ?? []);
  return problems.flatMap(({ solutions }) =>
    method === 'follow-up' ? solutions : solutions.slice(0, 1),
  );
}

/** The plan that decides what comes next for a row. @param solutions sha256 of each of `solutionTexts` */
export function rowPlan(
  { method, errorClass }: PlannedRow,
  recipe: Recipe,
  solutions: readonly string[],
): RowPlan {
  const { filter, methods, models } = recipe;
  return {
    ...{ method, errorClass, solutions, filter, methods },
    embeds: models.embedder !== undefined,
    batched: batchedStages(recipe, method).length > 0,
  };
}
