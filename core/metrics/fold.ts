/** A figure that is computed while its items pass. It stores only what it needs. */
export interface Fold<Item, Result> {
  readonly add: (item: Item) => void;
  /** The figure of the items so far. */
  readonly result: () => Result;
}

/** The figure of a complete list of items. */
export function folded<Item, Result>(fold: Fold<Item, Result>, items: Iterable<Item>): Result {
  for (const item of items) fold.add(item);
  return fold.result();
}
