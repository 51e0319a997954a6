/** A figure that is found while its items go by: nothing of them is kept but what it needs. */
export interface Fold<Item, Result> {
  readonly add: (item: Item) => void;
  /** Of what has been added so far. */
  readonly result: () => Result;
}

/** The figure of items that are all there. */
export function folded<Item, Result>(fold: Fold<Item, Result>, items: Iterable<Item>): Result {
  for (const item of items) fold.add(item);
  return fold.result();
}
