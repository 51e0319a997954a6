import { methodNamed } from '../search/methods';
import type { Cell, CellTally } from './cell';

/** A cell with what it came to, in the order of the seeds. */
export interface TalliedCell {
  readonly cell: Cell;
  readonly tallies: readonly CellTally[];
  /** Its accuracy decided something: the critic was asked whether a program is right. */
  readonly asked: boolean;
}

/** The share of problems solved at each seed. */
export function ratesOf({ tallies }: TalliedCell): readonly number[] {
  return tallies.map(({ solved, problems }) => solved / problems);
}

/** Of a method whose trees have no shape, width and depth decide nothing: cells that differ in them alone are one. */
export function withOwnShape(cell: Cell): Cell {
  return methodNamed(cell.method).shape === null ? { ...cell, width: null, maxDepth: null } : cell;
}

/** Cells in one place differ in method and accuracy alone. */
export function placeOf({ cell: { budget, width, maxDepth } }: Pick<TalliedCell, 'cell'>): string {
  return [budget, width, maxDepth].join(' ');
}
