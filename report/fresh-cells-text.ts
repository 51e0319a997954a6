import { freshCells } from '../core/metrics/fresh-cells';
import type { LoadedRun } from './load-run';
import { countText, plural } from '../core/words/plural';

/** `none`, or `3, for 2 attempts`: cells of the sandbox that were started anew, as one broke; null: nothing has a verdict yet. */
export function freshCellsText({ sums }: Pick<LoadedRun, 'sums'>): string | null {
  const { cells, attempts: met, unrecorded } = freshCells(sums.cells);
  if (cells === null) return unrecorded === 0 ? null : 'not recorded';
  const known = cells === 0 ? 'none' : `${countText(cells)}, for ${plural(met, 'attempt')}`;
  return unrecorded === 0 ? known : `${known} (of ${plural(unrecorded, 'attempt')} not recorded)`;
}
