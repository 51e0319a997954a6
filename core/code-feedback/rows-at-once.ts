import type { PlannedRow } from '../kinds/dataset/schema';
import type { Recipe } from '../schemas/recipe';
import { nextStep } from './next-step';
import { rowPlan, solutionTexts } from './row-plan';

/** Positions from the first (included) to the last (excluded). */
export type RowRange = readonly [from: number, to: number];

/** Whether a row ends without a model and without an execution. */
export function endsAtOnce(planned: PlannedRow, recipe: Recipe): boolean {
  const plan = rowPlan(planned, recipe, solutionTexts(planned));
  return nextStep(plan, []).kind === 'end';
}

/** Collects neighbours that end at once, at least two in a page. */
export class RowsAtOnce {
  private readonly found: [from: number, to: number][] = [];

  /** Takes the next page. @param ends for each of its rows, whether it ends at once */
  addPage(from: number, ends: readonly boolean[]): void {
    let first = 0;
    for (let place = 0; place <= ends.length; place += 1) {
      if (ends[place] === true) continue;
      if (place - first > 1) this.found.push([from + first, from + place]);
      first = place + 1;
    }
  }

  /** In order. */
  get ranges(): [from: number, to: number][] {
    return this.found;
  }
}

/** The position after the rows that are one item. @param ranges in order, without overlaps */
export function rowsEnd(ranges: readonly RowRange[], position: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.[1] ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low];
  return range !== undefined && range[0] <= position ? range[1] : position + 1;
}
