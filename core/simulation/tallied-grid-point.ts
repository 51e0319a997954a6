import { methodNamed } from '../search/methods';
import type { GridPoint, GridPointTally } from './grid-point';

/** A grid point with what it came to, in the order of the seeds. */
export interface TalliedGridPoint {
  readonly point: GridPoint;
  readonly tallies: readonly GridPointTally[];
  /** Its accuracy decided something: the critic was asked whether a program is right. */
  readonly asked: boolean;
}

/** The share of problems solved at each seed. */
export function ratesOf({ tallies }: TalliedGridPoint): readonly number[] {
  return tallies.map(({ solved, problems }) => solved / problems);
}

/** Of a method whose trees have no shape, width and depth decide nothing: grid points that differ in them alone are one. */
export function withOwnShape(point: GridPoint): GridPoint {
  return methodNamed(point.method).shape === null
    ? { ...point, width: null, maxDepth: null }
    : point;
}

/** Grid points in one place differ in method and accuracy alone. */
export function placeOf({
  point: { budget, width, maxDepth },
}: Pick<TalliedGridPoint, 'point'>): string {
  return [budget, width, maxDepth].join(' ');
}
