/**
 * Does `work` for every item, at most `atOnce` at a time, starting them in order. After a failure none is started any
 * more; what is under way is waited for, so that nothing of it is lost.
 * @throws what the first failing `work` threw
 */
export async function forEachAtOnce<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const hand = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failures.push(error);
      }
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, atOnce) }, hand));
  if (failures.length > 0) throw failures[0];
}
