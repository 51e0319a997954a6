/**
 * Unbiased estimate of pass@k from n samples of which c are right: 1 - C(n-c, k) / C(n, k) (Chen et al. 2021, eq. 1),
 * as a product that neither overflows nor cancels. null when k > n: too few samples to say.
 */
export function passAtK(n: number, c: number, k: number): number | null {
  if (k > n || k < 1) return null;
  if (n - c < k) return 1;
  let allWrong = 1;
  for (let draw = 0; draw < k; draw += 1) allWrong *= (n - c - draw) / (n - draw);
  return 1 - allWrong;
}
