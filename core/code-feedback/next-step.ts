import type { RowStep } from '../kinds/dataset/schema';
import type { DatasetMethod } from '../names/dataset-methods';
import type { Recipe } from '../schemas/recipe';
import { nextOfFilter, ratersOf } from './filter';
import type { NextStep, RowPlan } from './method';
import { nextOfCorrect } from './methods/correct/next';
import { nextOfFollowUp } from './methods/follow-up/next';
import { nextOfPack } from './methods/pack/next';
import { nextOfSimilar } from './methods/similar/next';
import { nextOfSimulate } from './methods/simulate/next';

/** What a method does after the filter. The words of a method are in `methods.ts`, which workflows do not import. */
const nextOf: Readonly<
  Record<DatasetMethod, (plan: RowPlan, done: readonly RowStep[]) => NextStep>
> = {
  pack: nextOfPack,
  simulate: nextOfSimulate,
  correct: nextOfCorrect,
  similar: nextOfSimilar,
  'follow-up': nextOfFollowUp,
  keep: () => ({ kind: 'end', end: 'written' }),
};

/** What comes next for a row after these steps. */
export function nextStep(plan: RowPlan, done: readonly RowStep[]): NextStep {
  const { method, filter } = plan;
  return (
    nextOfFilter(method, filter, done) ?? nextOf[method](plan, methodSteps(method, filter, done))
  );
}

/** The steps of the method itself, without those of the filter. */
export function methodSteps(
  method: DatasetMethod,
  filter: Recipe['filter'],
  done: readonly RowStep[],
): readonly RowStep[] {
  return done.slice(ratersOf(method, filter).length);
}
