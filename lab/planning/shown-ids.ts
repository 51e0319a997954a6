/** The ids that fit into a sentence. */
export function shownIds(ids: readonly string[]): string {
  const some = ids.slice(0, 10).join(', ');
  return ids.length > 10 ? `${some}, …` : some;
}
