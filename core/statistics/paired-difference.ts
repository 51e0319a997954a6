import { measuredMean } from './measured-mean';
import { normal95 } from './wilson-interval';

/** One problem in two runs, by attempts with a verdict: at least one in each. */
export interface Pair {
  readonly problem: string;
  readonly first: { readonly solved: number; readonly of: number };
  readonly second: { readonly solved: number; readonly of: number };
}

export interface PairedDifference {
  /** Mean over problems of second minus first, -1 to 1. */
  readonly difference: number;
  /** 95 %; null: several attempts, and a single problem, or the same difference at each: no spread is seen. */
  readonly interval: readonly [low: number, high: number] | null;
}

/** Whether every problem has one attempt in each run: then problems are solved or not, and flip or not. */
export function isSingle(pairs: readonly Pair[]): boolean {
  return pairs.every(({ first, second }) => first.of === 1 && second.of === 1);
}

/** Second minus first, by problem. */
export function differencesOf(pairs: readonly Pair[]): readonly number[] {
  return pairs.map(({ first, second }) => second.solved / second.of - first.solved / first.of);
}

/**
 * How much better the second run is, problem by problem. One attempt each: the interval of Bonett and Price (2012), Wald's with
 * one problem added to either flip. With n problems, b solved by the first alone and c by the second alone, b' = (b + 1) / (n + 2)
 * and c' = (c + 1) / (n + 2):
 *
 *     c' - b' +- 1.96 sqrt((b' + c' - (c' - b')^2) / (n + 2))
 *
 * Several attempts: Student's interval of the mean of the differences by problem. null without problems.
 */
export function pairedDifference(pairs: readonly Pair[]): PairedDifference | null {
  if (pairs.length === 0) return null;
  const differences = differencesOf(pairs);
  const difference = differences.reduce((sum, value) => sum + value, 0) / pairs.length;
  return {
    difference,
    interval: isSingle(pairs) ? flipInterval(differences) : meanInterval(differences),
  };
}

function flipInterval(differences: readonly number[]): readonly [number, number] {
  const count = differences.length + 2;
  const lost = (differences.filter((value) => value < 0).length + 1) / count;
  const won = (differences.filter((value) => value > 0).length + 1) / count;
  const spread = normal95 * Math.sqrt((won + lost - (won - lost) ** 2) / count);
  return [Math.max(-1, won - lost - spread), Math.min(1, won - lost + spread)];
}

function meanInterval(differences: readonly number[]): readonly [number, number] | null {
  const { interval } = measuredMean(differences);
  return interval === null ? null : [Math.max(-1, interval[0]), Math.min(1, interval[1])];
}
