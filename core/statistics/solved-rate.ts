import { wilsonInterval } from './wilson-interval';

export interface SolvedRate {
  readonly solved: number;
  readonly of: number;
  /** null of none. */
  readonly rate: number | null;
  /** Wilson, 95 %. */
  readonly interval: readonly [low: number, high: number] | null;
}

export function solvedRate(solved: number, of: number): SolvedRate {
  return { solved, of, rate: of === 0 ? null : solved / of, interval: wilsonInterval(solved, of) };
}
