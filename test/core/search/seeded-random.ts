/** A small seeded generator (mulberry32) for property tests: equal seeds, equal sequences. */
export class SeededRandom {
  constructor(private seed: number) {}

  /** 0 inclusive to 1 exclusive. */
  next(): number {
    this.seed = (this.seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.seed ^ (this.seed >>> 15), 1 | this.seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** 0 to `below` - 1. */
  int(below: number): number {
    return Math.floor(this.next() * below);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.int(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }
}
