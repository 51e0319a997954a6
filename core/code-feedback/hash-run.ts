const { imul } = Math;

/**
 * One number of 53 bits for a run of hashed words. 32 bits are too few: a dialogue has hundreds of runs and a benchmark set
 * hundreds of thousands, so every hundredth clean dialogue would match by chance.
 */
export function hashRun(hashes: ArrayLike<number>, from: number, length: number): number {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let place = from; place < from + length; place += 1) {
    const hash = hashes[place] ?? 0;
    high = imul(high ^ hash, 0xcc9e2d51);
    high ^= high >>> 15;
    low = imul((low << 5) ^ (low >>> 27) ^ hash, 0x1b873593);
    low ^= low >>> 13;
  }
  return ((high >>> 0) & 0x1fffff) * 2 ** 32 + (low >>> 0);
}
