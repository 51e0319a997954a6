import { normal80 } from './pairs-needed';
import { normal95 } from './wilson-interval';

/**
 * How many problems a paired test of means at 5 % needs to notice, in 80 % of cases, a difference like these, with mean d
 * and standard deviation s: (1.96 + 0.84)^2 s^2 / d^2 (normal approximation; Lachin 1981). null: no difference was seen, or
 * fewer than two problems.
 */
export function problemsNeededForMean(differences: readonly number[]): number | null {
  const count = differences.length;
  const mean = differences.reduce((sum, value) => sum + value, 0) / count;
  if (count < 2 || Math.abs(mean) < 1e-12) return null;
  const variance = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1);
  return Math.max(2, Math.ceil(((normal95 + normal80) ** 2 * variance) / mean ** 2));
}
