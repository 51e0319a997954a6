import { logGamma } from './log-gamma';

/** Distribution function of Student's t at `t` with `degrees` > 0 degrees of freedom, by the incomplete beta function. */
export function studentT(t: number, degrees: number): number {
  const tail = 0.5 * incompleteBeta(degrees / (degrees + t ** 2), degrees / 2, 0.5);
  return t >= 0 ? 1 - tail : tail;
}

/** A simulation or a test asks thousands of times for the same few. */
const known = new Map<number, number>();

/** The t that a two-sided interval at 95 % reaches to either side: 1.96 with many degrees of freedom, 12.7 with one. */
export function twoSidedT(degrees: number): number {
  const found = known.get(degrees) ?? halved(degrees);
  known.set(degrees, found);
  return found;
}

function halved(degrees: number): number {
  let [low, high] = [1, 13];
  // 60 halvings leave less than the precision of a double.
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (studentT(middle, degrees) < 0.975) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** I_x(a, b), regularised: Lentz's continued fraction (Abramowitz and Stegun 26.5.8). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x),
  );
  // The fraction converges fast on this side of the mean only.
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const away = (value: number): number => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m <= 500; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    const factor = d * c;
    result *= factor;
    if (Math.abs(factor - 1) < 1e-15) break;
  }
  return result;
}
