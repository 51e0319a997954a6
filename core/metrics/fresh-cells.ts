import { workRow } from '../kinds/kinds';
import type { AttemptRecord, AttemptResult } from '../ports/records';
import type { CellSums } from '../ports/run-sums';

/** How often cells broke during programs, over attempts that have an end. */
export interface FreshCells {
  /** Number of restarts for results that count. null: no record says. */
  readonly cells: number | null;
  /** Number of attempts with such restarts. */
  readonly attempts: number;
  /** Number of attempts with a result that does not say. */
  readonly unrecorded: number;
}

export const noCells: CellSums = { recorded: 0, cells: 0, met: 0, unrecorded: 0 };

/** An attempt without a verdict because cells kept breaking says so in its cause; it has no result to count here. */
export function cellSums({ status, result }: AttemptRecord): CellSums {
  if (status !== 'completed' || result === null) return noCells;
  const cells = cellsOf(result);
  if (cells === null) return { ...noCells, unrecorded: 1 };
  return { recorded: 1, cells, met: cells > 0 ? 1 : 0, unrecorded: 0 };
}

export function freshCells({ recorded, cells, met, unrecorded }: CellSums): FreshCells {
  return { cells: recorded === 0 ? null : cells, attempts: met, unrecorded };
}

/** null: some result of it is from before that was recorded, or from cells that are not counted. */
function cellsOf({ outcome, freshCells: hidden }: AttemptResult): number | null {
  const shown = workRow(outcome.kind).shownRuns(outcome);
  const counts = [hidden, ...shown.map(({ freshCells }) => freshCells)];
  return counts.reduce<number | null>(
    (sum, count) => (sum === null || count === undefined ? null : sum + count),
    0,
  );
}
