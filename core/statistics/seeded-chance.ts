const { floor, imul } = Math;

/** Numbers from 0 (included) to 1 (excluded), evenly spread; the same seed gives the same ones. */
export type Chance = () => number;

/**
 * xoshiro128** (Blackman and Vigna 2018), filled by splitmix32; never for secrets. @param seed a whole number; its lowest 32
 * bits count
 */
export function seededChance(seed: number): Chance {
  let filler = seed >>> 0;
  const next = (): number => {
    filler = (filler + 0x9e3779b9) >>> 0;
    let mixed = imul(filler ^ (filler >>> 16), 0x85ebca6b);
    mixed = imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
  // Typed: plain variables of a closure would be boxed at every step.
  const state = Uint32Array.from([next(), next(), next(), next()]);
  return () => {
    const a = state[0] ?? 0;
    const b = state[1] ?? 0;
    const c = state[2] ?? 0;
    const d = state[3] ?? 0;
    state[0] = a ^ b ^ d;
    state[1] = a ^ b ^ c;
    state[2] = a ^ c ^ (b << 9);
    state[3] = rotated(b ^ d, 11);
    return (imul(rotated(imul(b, 5), 7), 9) >>> 0) / 2 ** 32;
  };
}

/** A whole number from 0 to `count - 1`. */
export function drawBelow(chance: Chance, count: number): number {
  return floor(chance() * count);
}

function rotated(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
