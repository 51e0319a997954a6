import { logChoose } from './log-gamma';

/**
 * McNemar's exact test: the probability, were both methods equally good, that the problems which only one of them solves
 * fall at least as unevenly as they did. Of m = onlyFirst + onlySecond such problems each is a fair coin:
 *
 *     p = min(1, 2 * sum_{i <= min(onlyFirst, onlySecond)} C(m, i) / 2^m)
 *
 * (McNemar 1947; exact form: Fagerland, Lydersen and Laake 2013). Two-sided; 1 where no problem differs. It is conservative:
 * at a level of 5 % it errs in at most 5 % of cases, with few differing problems in far fewer.
 */
export function mcnemarTest(onlyFirst: number, onlySecond: number): number {
  const differing = onlyFirst + onlySecond;
  let tail = 0;
  for (let i = 0; i <= Math.min(onlyFirst, onlySecond); i += 1) {
    tail += Math.exp(logChoose(differing, i) - differing * Math.LN2);
  }
  return Math.min(1, 2 * tail);
}
