import { drawBelow, seededChance } from '../../statistics/seeded-chance';
import { dot, exactNeighbours, sameAbove } from './neighbours';
import type { Neighbour } from './neighbours';

export interface Packing {
  /** Places of the rows of each dialogue: the anchor, then its neighbours, the most similar first. */
  readonly packed: readonly (readonly number[])[];
  /** Anchors that had fewer than two free neighbours. */
  readonly bypassed: number;
  /** Rows in no dialogue. */
  readonly unused: number;
  /** Mean over anchors and their neighbours. 0 if nothing was packed. */
  readonly meanSimilarity: number;
}

/**
 * Single-turn packing (OpenCodeInterpreter, section 2): anchors in a seeded order; two or three free rows of the four nearest become the
 * next pairs. No two rows of a dialogue nearly repeat each other. No row is in two dialogues. The paper does not fix the order, nor the choice.
 * @param vectors of length 1, all of the same number of dimensions
 * @param nearest the nearest rows of a row, the most similar first. Default: found by comparing with every row
 */
export function packRows(
  vectors: readonly Float32Array[],
  seed: number,
  nearest: (anchor: number) => readonly Neighbour[] = (anchor) => exactNeighbours(vectors, anchor),
): Packing {
  const chance = seededChance(seed);
  const order = vectors.map((_, place) => place);
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = drawBelow(chance, at + 1);
    [order[at], order[other]] = [order[other] ?? at, order[at] ?? other];
  }
  const used = new Set<number>();
  const packed: (readonly number[])[] = [];
  let [bypassed, sum, pairs] = [0, 0, 0];
  for (const anchor of order) {
    if (used.has(anchor)) continue;
    const free = distinct(
      vectors,
      nearest(anchor).filter(({ place }) => !used.has(place)),
    );
    if (free.length < 2) {
      bypassed += 1;
      continue;
    }
    const wanted = Math.min(2 + drawBelow(chance, 2), free.length);
    const chosen = chosenOf(free, wanted, () => drawBelow(chance, free.length));
    packed.push([anchor, ...chosen.map(({ place }) => place)]);
    used.add(anchor);
    for (const { place, similarity } of chosen) {
      used.add(place);
      sum += similarity;
      pairs += 1;
    }
  }
  const meanSimilarity = pairs === 0 ? 0 : sum / pairs;
  return { packed, bypassed, unused: vectors.length - used.size, meanSimilarity };
}

/** Without those that nearly repeat an earlier one. */
function distinct(
  vectors: readonly Float32Array[],
  neighbours: readonly Neighbour[],
): readonly Neighbour[] {
  const kept: Neighbour[] = [];
  for (const one of neighbours) {
    const own = vectors[one.place] ?? new Float32Array();
    const repeats = ({ place }: Neighbour): boolean =>
      dot(own, vectors[place] ?? new Float32Array()) > sameAbove;
    if (!kept.some(repeats)) kept.push(one);
  }
  return kept;
}

/** So many of them at random, in the order in which they were. */
function chosenOf(
  free: readonly Neighbour[],
  wanted: number,
  draw: () => number,
): readonly Neighbour[] {
  const places = new Set<number>();
  while (places.size < wanted) places.add(draw());
  return free.filter((_, place) => places.has(place));
}
