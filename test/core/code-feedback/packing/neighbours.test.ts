import { lexicalVector } from '../../../../core/code-feedback/packing/lexical-vector';
import {
  dot,
  exactNeighbours,
  neighbourCount,
  sameAbove,
} from '../../../../core/code-feedback/packing/neighbours';
import { drawBelow, seededChance } from '../../../../core/statistics/seeded-chance';

const chance = seededChance(5);
const wordsOf = (count: number): string =>
  Array.from({ length: count }, () => `word${String(drawBelow(chance, 40))}`).join(' ');
const unit = (vector: Float32Array): Float32Array => {
  const length = Math.sqrt(dot(vector, vector));
  return vector.map((member) => member / length);
};

const kinds: readonly (readonly [string, readonly Float32Array[]])[] = [1, 4, 23, 42].flatMap(
  (count) => [
    [`${String(count)} vectors of words`, rows(count, () => lexicalVector(wordsOf(12)))],
    [
      `${String(count)} dense vectors`,
      rows(count, () => unit(Float32Array.from({ length: 31 }, () => chance() - 0.3))),
    ],
  ],
);

function rows(count: number, make: () => Float32Array): readonly Float32Array[] {
  const made = Array.from({ length: count }, make);
  // One row occurs twice.
  return count > 4 ? [...made.slice(0, -1), made[0] ?? new Float32Array()] : made;
}

describe('the nearest rows', () => {
  it.each(kinds)('of %s are those that comparing each pair gives, to the bit', (_, vectors) => {
    for (const [anchor, own] of vectors.entries()) {
      const wanted = vectors
        .map((vector, place) => ({ place, similarity: dot(own, vector) }))
        .filter(({ place, similarity }) => place !== anchor && similarity <= sameAbove)
        .sort((left, right) => right.similarity - left.similarity)
        .slice(0, neighbourCount);
      expect(exactNeighbours(vectors, anchor)).toEqual(wanted);
    }
  });
});
