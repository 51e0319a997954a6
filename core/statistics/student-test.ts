import { measuredMean } from './measured-mean';
import { studentT } from './student-t';

/**
 * Two-sided p of Student's test of paired differences, which goes with the interval of `measuredMean`. If all are equal, it
 * is the sign test's 2^(1 - n), or 1 if all are 0. @throws RangeError for an empty list
 */
export function studentTest(differences: readonly number[]): number {
  const { count, mean, standardDeviation } = measuredMean(differences);
  if (standardDeviation === 0) return mean === 0 ? 1 : 2 ** (1 - count);
  const t = mean / (standardDeviation / Math.sqrt(count));
  return 2 * studentT(-Math.abs(t), count - 1);
}
