/**
 * Works on every item, at most `width` at a time, in order of start. The first error ends it: what runs is waited for,
 * nothing more is started.
 */
export async function atOnce<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  let failed = false;
  const lane = async (): Promise<void> => {
    while (!failed) {
      const index = next;
      const item = items[index];
      if (item === undefined) return;
      next += 1;
      try {
        results[index] = await work(item, index);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const lanes = Array.from({ length: Math.min(width, items.length) }, lane);
  const ended = await Promise.allSettled(lanes);
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  return results;
}
