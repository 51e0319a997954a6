import { drawBelow, seededChance } from '../../statistics/seeded-chance';

/** Neighbours of an anchor, without itself (OpenCodeInterpreter, section 2: k = 4). */
const neighbourCount = 4;
/** Above it two instructions say the same. */
export const sameAbove = 0.98;

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
 * next pairs. A near-repetition of the anchor is not a neighbour. No row is in two dialogues. The paper does not fix the order, nor the choice.
 * @param vectors of length 1, all of the same number of dimensions
 */
export function packRows(vectors: readonly Float32Array[], seed: number): Packing {
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
    const free = nearest(vectors, anchor).filter(({ place }) => !used.has(place));
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

interface Neighbour {
  readonly place: number;
  readonly similarity: number;
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

/** The nearest rows by cosine, exactly; equal ones in their order. */
function nearest(vectors: readonly Float32Array[], anchor: number): readonly Neighbour[] {
  const own = vectors[anchor] ?? new Float32Array();
  const best: Neighbour[] = [];
  for (const [place, vector] of vectors.entries()) {
    if (place === anchor) continue;
    const similarity = dot(own, vector);
    if (similarity > sameAbove) continue;
    const last = best[neighbourCount - 1];
    if (last !== undefined && similarity <= last.similarity) continue;
    let at = best.length;
    while (at > 0 && (best[at - 1]?.similarity ?? 0) < similarity) at -= 1;
    best.splice(at, 0, { place, similarity });
    if (best.length > neighbourCount) best.pop();
  }
  return best;
}

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at += 1) sum += (left[at] ?? 0) * (right[at] ?? 0);
  return sum;
}
