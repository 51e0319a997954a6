import type { BatchStage } from '../names/batch-stages';
import type { DatasetMethod } from '../names/dataset-methods';
import type { DatasetRole } from '../names/roles';
import type { Recipe } from '../schemas/recipe';
import { ratersOf } from './filter';

type Rules = Pick<Recipe, 'batch' | 'filter' | 'models'>;

const stageOf: Readonly<Partial<Record<DatasetRole, BatchStage>>> = {
  'first-rater': 'rate',
  'second-rater': 'rate',
  embedder: 'embed',
  introducer: 'explain',
};

const isCalled: Readonly<Record<BatchStage, (method: DatasetMethod, rules: Rules) => boolean>> = {
  rate: (method, { filter }) => ratersOf(method, filter).length > 0,
  embed: (method, { models }) => method === 'pack' && models.embedder !== undefined,
  explain: (method) => method === 'similar' || method === 'follow-up',
};

/** Stages of the recipe that are calls of a method, too. */
export function batchedStages(rules: Rules, method: DatasetMethod): readonly BatchStage[] {
  return (rules.batch?.stages ?? []).filter((stage) => isCalled[stage](method, rules));
}

/** The stage in which the recipe sends the calls of a speaker through a batch API. null: they are asked singly. */
export function batchStageOf({ batch }: Rules, speaker: DatasetRole): BatchStage | null {
  const stage = stageOf[speaker];
  return stage !== undefined && batch?.stages.includes(stage) === true ? stage : null;
}
