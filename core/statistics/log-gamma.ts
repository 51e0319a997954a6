/** Lanczos' coefficients for g = 7, n = 9 (Godfrey 2001): the first stands alone, the others over z + 1, z + 2, ... */
const first = 0.99999999999980993;
const others = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** ln Gamma(x) for x > 0, by Lanczos' approximation; relative error below 1e-13. */
export function logGamma(x: number): number {
  const z = x - 1;
  const base = z + 7.5;
  let series = first;
  for (const [index, value] of others.entries()) series += value / (z + index + 1);
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(base) - base + Math.log(series);
}

/** ln C(n, k); 0 <= k <= n. */
export function logChoose(n: number, k: number): number {
  return k === 0 || k === n ? 0 : logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
}

/** ln n! for every n up to `most`, by adding up. */
export function logFactorials(most: number): Float64Array {
  const table = new Float64Array(most + 1);
  for (let n = 2; n <= most; n += 1) table[n] = (table[n - 1] ?? 0) + Math.log(n);
  return table;
}
