/**
 * p-values of several tests, adjusted by Holm's step-down method (Holm 1979, Scandinavian Journal of Statistics 6): with
 * p_1 <= … <= p_m
 *
 *     adjusted p_i = max over j <= i of min(1, (m - j + 1) p_j)
 *
 * Where those below 5 % are called differences, the probability that any of these is none is at most 5 %, however the tests
 * depend on each other.
 * @returns in the order given
 */
export function holmAdjusted(ps: readonly number[]): readonly number[] {
  const places = [...ps.keys()].sort((left, right) => (ps[left] ?? 1) - (ps[right] ?? 1));
  const adjusted = Array.from(ps, () => 1);
  let largest = 0;
  for (const [rank, place] of places.entries()) {
    largest = Math.max(largest, Math.min(1, (ps.length - rank) * (ps[place] ?? 1)));
    adjusted[place] = largest;
  }
  return adjusted;
}
