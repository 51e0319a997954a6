/** Runs that more owners than this share are common speech. */
const mostOwners = 3;

/** Which owners have which runs, in flat arrays: 12 bytes for each run of each owner. */
export class GramTable {
  private constructor(
    /** Ascending. */
    private readonly grams: Float64Array,
    /** The owner of the run at the same place. */
    private readonly owners: Uint32Array,
    /** Number of runs by owner, without those of common speech. */
    private readonly counts: Uint32Array,
  ) {}

  /** @param runs of each owner */
  static of(runs: readonly (readonly number[])[]): GramTable {
    const own = runs.map((grams) => new Set(grams));
    const size = own.reduce((sum, { size: count }) => sum + count, 0);
    const grams = new Float64Array(size);
    const owners = new Uint32Array(size);
    let end = 0;
    for (const [owner, set] of own.entries()) {
      for (const gram of set) {
        grams[end] = gram;
        owners[end] = owner;
        end += 1;
      }
    }
    const order = Uint32Array.from(grams.keys()).sort(
      (left, right) => (grams[left] ?? 0) - (grams[right] ?? 0) || left - right,
    );
    const kept = order.filter((_, place) => !isCommon(grams, order, place));
    const counts = new Uint32Array(runs.length);
    for (const place of kept) {
      const owner = owners[place] ?? 0;
      counts[owner] = (counts[owner] ?? 0) + 1;
    }
    return new GramTable(
      Float64Array.from(kept, (place) => grams[place] ?? 0),
      kept.map((place) => owners[place] ?? 0),
      counts,
    );
  }

  /** Number of runs of an owner that are not common speech. */
  countOf(owner: number): number {
    return this.counts[owner] ?? 0;
  }

  /** Number of different runs by owner among the given ones. Owners with none are left out. */
  shared(grams: readonly number[]): ReadonlyMap<number, number> {
    const found = new Map<number, number>();
    for (const gram of new Set(grams)) {
      for (let place = this.firstOf(gram); this.grams[place] === gram; place += 1) {
        const owner = this.owners[place] ?? 0;
        found.set(owner, (found.get(owner) ?? 0) + 1);
      }
    }
    return found;
  }

  private firstOf(gram: number): number {
    let [from, to] = [0, this.grams.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.grams[middle] ?? 0) < gram) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

/** Whether more owners than allowed have the run at a place of the order. */
function isCommon(grams: Float64Array, order: Uint32Array, place: number): boolean {
  const at = (other: number): number | undefined => {
    const index = order[other];
    return index === undefined ? undefined : grams[index];
  };
  const gram = at(place);
  let [first, last] = [place, place];
  while (place - first < mostOwners && at(first - 1) === gram) first -= 1;
  while (last - first < mostOwners && at(last + 1) === gram) last += 1;
  return last - first >= mostOwners;
}
