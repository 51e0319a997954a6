import { exactNeighbours } from '../../../../core/code-feedback/packing/neighbours';
import { drawBelow, seededChance } from '../../../../core/statistics/seeded-chance';
import { approximateNeighbours } from '../../../../report/datasets/export/approximate-neighbours';

const [dimensions, topics] = [32, 40];

/** Vectors around some topics, and a repetition of the first. */
function clusters(count: number): readonly Float32Array[] {
  const chance = seededChance(5);
  const draw = () => drawBelow(chance, 2_000) / 1_000 - 1;
  const centres = Array.from({ length: topics }, () => Array.from({ length: dimensions }, draw));
  const vectors = Array.from({ length: count }, (_, at) =>
    unit((centres[at % topics] ?? []).map((value) => value + 0.7 * draw())),
  );
  return [...vectors, vectors[0] ?? new Float32Array()];
}

function unit(values: readonly number[]): Float32Array {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return Float32Array.from(values, (value) => value / length);
}

describe('neighbours found by an index', () => {
  const vectors = clusters(1_200);
  const nearest = approximateNeighbours(vectors);

  it('are nearly always the exact ones', () => {
    let [found, all] = [0, 0];
    for (const anchor of vectors.keys()) {
      const near = new Set(nearest(anchor).map(({ place }) => place));
      const exact = exactNeighbours(vectors, anchor);
      found += exact.filter(({ place }) => near.has(place)).length;
      all += exact.length;
    }
    expect(found / all).toBeGreaterThan(0.97);
  });

  it('are the same each time, and neither the row itself nor a repetition of it', () => {
    const again = approximateNeighbours(vectors);
    for (const anchor of [0, 17, 1_200]) {
      expect(again(anchor)).toEqual(nearest(anchor));
      expect(nearest(anchor)).toHaveLength(4);
    }
    const places = [...nearest(0), ...nearest(1_200)].map(({ place }) => place);
    expect(places).not.toContain(0);
    expect(places).not.toContain(1_200);
  });
});
