import type { RowEnd, RowStep } from '../kinds/dataset/schema';
import type { DatasetMethod } from '../names/dataset-methods';
import type { Recipe } from '../schemas/recipe';
import type { NextStep } from './method';

export const raters = ['first-rater', 'second-rater'] as const;
export type Rater = (typeof raters)[number];

/** The paper rates the instructions that are packed, simulated or corrected. Problems are chosen by hand, dialogues are whole. */
const rated: ReadonlySet<DatasetMethod> = new Set(['pack', 'simulate', 'correct']);

/** In order. `and` and `or` ask both, so a change between them asks nothing again. The paper does not say how ratings are combined. */
export function ratersOf(method: DatasetMethod, { combine }: Recipe['filter']): readonly Rater[] {
  if (!rated.has(method) || combine === 'none') return [];
  return combine === 'second-only' ? ['second-rater'] : raters;
}

/** null: the row passed, or is not rated. @param done the steps of a row so far */
export function nextOfFilter(
  method: DatasetMethod,
  filter: Recipe['filter'],
  done: readonly RowStep[],
): NextStep | null {
  const asked = ratersOf(method, filter);
  const speaker = asked[done.length];
  if (speaker !== undefined) return { kind: 'ask', speaker };
  const ratings = done.slice(0, asked.length).map(ratingOf);
  const end = endOf(ratings, filter);
  return end === null ? null : { kind: 'end', end };
}

function endOf(
  ratings: readonly (number | null)[],
  { combine, minRating }: Recipe['filter'],
): RowEnd | null {
  if (ratings.length === 0) return null;
  const passes = ratings.map((rating) => rating !== null && rating >= minRating);
  if (combine === 'or' ? passes.includes(true) : !passes.includes(false)) return null;
  // An unreadable rating does not count as a low rating.
  return ratings.includes(null) ? 'unrated' : 'filtered';
}

export function ratingOf(step: RowStep): number | null {
  return step.kind === 'asked' && step.value !== null ? Number(step.value) : null;
}
