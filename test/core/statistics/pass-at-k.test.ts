import { passAtK } from '../../../core/statistics/pass-at-k';

function choose(n: number, k: number): bigint {
  let result = 1n;
  for (let i = 0; i < k; i += 1) result = (result * BigInt(n - i)) / BigInt(i + 1);
  return k > n ? 0n : result;
}

describe('pass@k', () => {
  it('is 1 - C(n-c, k) / C(n, k), for every small n, c and k', () => {
    for (let n = 1; n <= 12; n += 1) {
      for (let c = 0; c <= n; c += 1) {
        for (let k = 1; k <= n; k += 1) {
          const exact = 1 - Number(choose(n - c, k)) / Number(choose(n, k));
          expect(passAtK(n, c, k)).toBeCloseTo(exact, 12);
        }
      }
    }
  });

  it('for k = 1 is the share of right samples', () => {
    expect(passAtK(20, 5, 1)).toBeCloseTo(0.25, 12);
  });

  it('stays exact where the binomials overflow', () => {
    expect(passAtK(100_000, 1, 50_000)).toBeCloseTo(0.5, 9);
    expect(passAtK(10_000, 5_000, 100)).toBe(1);
    expect(passAtK(10_000, 0, 100)).toBe(0);
  });

  it('is unknown with fewer samples than k', () => {
    expect(passAtK(3, 3, 4)).toBeNull();
    expect(passAtK(3, 3, 0)).toBeNull();
  });
});
