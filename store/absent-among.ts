/** So many are looked for by one statement, always: statements of one shape are prepared once. */
const TOGETHER = 50;

/** Each once. @param find of so many values, some told more than once, those that are there */
export async function absentAmong(
  values: readonly string[],
  find: (some: readonly string[]) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const absent = new Set(values);
  const distinct = [...absent];
  for (let from = 0; from < distinct.length; from += TOGETHER) {
    const some = distinct.slice(from, from + TOGETHER);
    const [first = ''] = some;
    const padded = [...some, ...Array<string>(TOGETHER - some.length).fill(first)];
    for (const found of await find(padded)) absent.delete(found);
  }
  return [...absent];
}
