import { logFactorials } from './log-gamma';
import { normal95 } from './wilson-interval';

/** Standard normal quantile at 0.8: the power asked for. */
export const normal80 = 0.8416212335729143;
const level = 0.05;
const power = 0.8;
/** Beyond so many differing problems the exact test and the normal approximation need the same number. */
const exactUpTo = 1_500;
/** Numbers of differing problems less likely than this are passed over. */
const negligible = 1e-12;

/**
 * How many problems McNemar's exact test at 5 % needs to notice, in 80 % of cases, a difference as it was seen: the share of
 * problems that only the first run solves, and that only the second one does. It begins at the normal approximation (Connor 1987),
 *
 *     n = (1.96 sqrt(s) + 0.84 sqrt(s - d^2))^2 / d^2,   s = first + second, d = second - first,
 *
 * and goes up from there to where the exact power is reached, which the approximation is some percent below. null: no difference
 * was seen, so that it cannot be said.
 * @param onlyFirst share, 0 to 1
 * @param onlySecond share, 0 to 1; the sum of both is at most 1
 */
export function pairsNeeded(onlyFirst: number, onlySecond: number): number | null {
  const sum = onlyFirst + onlySecond;
  const difference = Math.abs(onlySecond - onlyFirst);
  if (difference < 1e-12) return null;
  const approximate =
    (normal95 * Math.sqrt(sum) + normal80 * Math.sqrt(Math.max(0, sum - difference ** 2))) ** 2 /
    difference ** 2;
  const start = Math.max(1, Math.ceil(approximate));
  if (start * sum > exactUpTo) return start;
  let [low, high] = [Math.floor(start / 2), start];
  while (exactPower(high, onlyFirst, onlySecond) < power) [low, high] = [high, 2 * high];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (exactPower(middle, onlyFirst, onlySecond) < power) low = middle;
    else high = middle;
  }
  return high;
}

/** The probability that McNemar's exact test on so many problems comes below its level. */
export function exactPower(problems: number, onlyFirst: number, onlySecond: number): number {
  const sum = onlyFirst + onlySecond;
  const share = onlySecond / sum;
  const factorials = logFactorials(problems);
  const binomial = binomialOf(factorials);
  let found = 0;
  for (let differing = 0; differing <= problems; differing += 1) {
    const weight = binomial(problems, differing, sum);
    if (weight < negligible) continue;
    const most = mostOfFewer(differing, binomial);
    for (let few = 0; few <= most; few += 1) {
      found += weight * (binomial(differing, few, share) + binomial(differing, few, 1 - share));
    }
  }
  return found;
}

/** The probability of so many of n, each with the same share. */
type Binomial = (n: number, k: number, share: number) => number;

function binomialOf(factorials: Float64Array): Binomial {
  const of = (n: number): number => factorials[n] ?? Number.NaN;
  return (n, k, share) => {
    if (share <= 0) return k === 0 ? 1 : 0;
    if (share >= 1) return k === n ? 1 : 0;
    const choices = of(n) - of(k) - of(n - k);
    return Math.exp(choices + k * Math.log(share) + (n - k) * Math.log1p(-share));
  };
}

/** The largest smaller side of so many differing problems at which the test comes below its level; -1: none. */
function mostOfFewer(differing: number, binomial: Binomial): number {
  let tail = 0;
  let most = -1;
  for (let few = 0; 2 * few < differing; few += 1) {
    tail += binomial(differing, few, 0.5);
    if (2 * tail > level) break;
    most = few;
  }
  return most;
}
