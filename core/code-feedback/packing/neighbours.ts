/** Neighbours of an anchor, without itself (OpenCodeInterpreter, section 2: k = 4). */
export const neighbourCount = 4;
/** Above it two instructions say the same. */
export const sameAbove = 0.98;

export interface Neighbour {
  readonly place: number;
  /** Cosine, from -1 to 1. */
  readonly similarity: number;
}

/** The nearest rows by cosine, exactly. Equal ones are in their order. Near-repetitions of the anchor are left out. */
export function exactNeighbours(
  vectors: readonly Float32Array[],
  anchor: number,
): readonly Neighbour[] {
  const own = vectors[anchor] ?? none;
  const best: Neighbour[] = [];
  let least = Number.NEGATIVE_INFINITY;
  eachSimilarity(own, vectors, (place, similarity) => {
    if (similarity <= least || similarity > sameAbove || place === anchor) return;
    let at = best.length;
    while (at > 0 && (best[at - 1]?.similarity ?? 0) < similarity) at -= 1;
    best.splice(at, 0, { place, similarity });
    if (best.length > neighbourCount) best.pop();
    if (best.length === neighbourCount) least = best[neighbourCount - 1]?.similarity ?? least;
  });
  return best;
}

const none = new Float32Array();

/**
 * The same numbers as `dot` gives, several times as fast: members that are 0 are skipped (most of a vector of words), and four sums do not
 * wait for each other.
 */
function eachSimilarity(
  own: Float32Array,
  vectors: readonly Float32Array[],
  tell: (place: number, similarity: number) => void,
): void {
  const places = Int32Array.from([...own.keys()].filter((at) => own[at] !== 0));
  const count = places.length;
  for (let first = 0; first < vectors.length; first += 4) {
    const a = vectors[first] ?? none;
    const b = vectors[first + 1] ?? none;
    const c = vectors[first + 2] ?? none;
    const d = vectors[first + 3] ?? none;
    let [sumA, sumB, sumC, sumD] = [0, 0, 0, 0];
    for (let nth = 0; nth < count; nth += 1) {
      const at = places[nth] ?? 0;
      const value = own[at] ?? 0;
      sumA += value * (a[at] ?? 0);
      sumB += value * (b[at] ?? 0);
      sumC += value * (c[at] ?? 0);
      sumD += value * (d[at] ?? 0);
    }
    tell(first, sumA);
    if (first + 1 < vectors.length) tell(first + 1, sumB);
    if (first + 2 < vectors.length) tell(first + 2, sumC);
    if (first + 3 < vectors.length) tell(first + 3, sumD);
  }
}

/** Of vectors of length 1 this is the cosine. */
export function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at += 1) sum += (left[at] ?? 0) * (right[at] ?? 0);
  return sum;
}
