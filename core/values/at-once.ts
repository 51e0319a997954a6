/**
 * At most `width` (at least 1) at a time, started and answered in order. After a failure none is started; what is under way
 * is waited for. @throws what the `work` that failed first threw
 */
export async function atOnce<Item, Result>(
  items: Iterable<Item>,
  width: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const waiting = [...items].entries();
  const results: Result[] = [];
  const failures: unknown[] = [];
  const lane = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
      const [index, item] = next.value;
      try {
        results[index] = await work(item, index);
      } catch (error) {
        failures.push(error);
      }
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, width) }, lane));
  if (failures.length > 0) throw failures[0];
  return results;
}
