import { createRequire } from 'node:module';

import type * as usearch from 'usearch';

import { dot, neighbourCount, sameAbove } from '../../../core/code-feedback/packing/neighbours';
import type { Neighbour } from '../../../core/code-feedback/packing/neighbours';

/** Up to so many vectors, each is compared with every other. */
export const exactUpTo = 50_000;

/** Some of the nearest are the row itself and near-repetitions of it. */
const asked = neighbourCount * 4;

/**
 * Finds the nearest rows by an index (HNSW) instead of by comparing with every row. It may miss a neighbour, so its results
 * differ a little from exact ones. The same vectors give the same results.
 * @param vectors of length 1, all of the same number of dimensions
 */
export function approximateNeighbours(
  vectors: readonly Float32Array[],
): (anchor: number) => readonly Neighbour[] {
  // `import()` of this package does not return on Node 20.
  const { Index, MetricKind, ScalarKind } = createRequire(__filename)('usearch') as typeof usearch;
  const index = new Index({
    ...{ metric: MetricKind.IP, quantization: ScalarKind.F32, dimensions: vectors[0]?.length ?? 1 },
    ...{ connectivity: 16, expansion_add: 128, expansion_search: 64, multi: false },
  });
  for (const [place, vector] of vectors.entries()) index.add(BigInt(place), vector);
  return (anchor) => {
    const own = vectors[anchor] ?? new Float32Array();
    // With more than one thread the order of equal ones may change.
    const { keys } = index.search(own, Math.min(asked, vectors.length), 1);
    return [...keys]
      .map(Number)
      .filter((place) => place !== anchor)
      .map((place) => ({ place, similarity: dot(own, vectors[place] ?? new Float32Array()) }))
      .filter(({ similarity }) => similarity <= sameAbove)
      .sort((left, right) => right.similarity - left.similarity || left.place - right.place)
      .slice(0, neighbourCount);
  };
}
