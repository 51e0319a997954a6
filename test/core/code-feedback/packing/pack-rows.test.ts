import { lexicalVector } from '../../../../core/code-feedback/packing/lexical-vector';
import { packRows } from '../../../../core/code-feedback/packing/pack-rows';

const topics = ['sort names', 'parse dates', 'draw charts', 'send mails', 'count words'];
const details = ['fast', 'slow', 'safe', 'short', 'long', 'new', 'old', 'clean', 'lazy', 'eager'];

/** Clusters of ten texts each. */
const texts = topics.flatMap((topic) => details.map((one) => `${topic} ${topic} ${one} variant`));
const vectors = texts.map(lexicalVector);

describe('single-turn packing', () => {
  const packing = packRows(vectors, 7);

  it('gives each anchor two or three neighbours, and uses no row twice', () => {
    const rows = packing.packed.flat();
    expect(new Set(rows).size).toBe(rows.length);
    expect(packing.unused).toBe(texts.length - rows.length);
    for (const group of packing.packed) expect([3, 4]).toContain(group.length);
  });

  it('packs rows of one cluster, the most similar first', () => {
    for (const [anchor = 0, ...others] of packing.packed) {
      const similarities = others.map((other) => cosine(vectors[anchor], vectors[other]));
      expect(similarities).toEqual(similarities.toSorted((left, right) => right - left));
      for (const other of others) expect(Math.floor(other / 10)).toBe(Math.floor(anchor / 10));
    }
    expect(packing.meanSimilarity).toBeGreaterThan(0.5);
  });

  it('makes 0.18 dialogues a row of these clusters, near the 0.158 of the paper', () => {
    expect([packing.packed.length, packing.unused, packing.bypassed]).toEqual([9, 21, 23]);
  });

  it('is the same for the same seed, and another for another', () => {
    expect(packRows(vectors, 7)).toEqual(packing);
    expect(packRows(vectors, 8).packed).not.toEqual(packing.packed);
  });

  it('takes no repetition for a neighbour, and bypasses an anchor without two neighbours', () => {
    const same = ['sort a list', 'sort a list', 'sort a list', 'sort a list'].map(lexicalVector);
    expect(packRows(same, 0)).toMatchObject({ packed: [], bypassed: 4, unused: 4 });
  });
});

function cosine(left: Float32Array | undefined, right: Float32Array | undefined): number {
  return Array.from(left ?? []).reduce((sum, value, at) => sum + value * (right?.[at] ?? 0), 0);
}
