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

/** Of vectors of length 1 this is the cosine. */
export function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at += 1) sum += (left[at] ?? 0) * (right[at] ?? 0);
  return sum;
}
