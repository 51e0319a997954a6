/**
 * The id that is meant: by itself, else in other capitals (`MBPP/2` for `Mbpp/2`), else by what is behind the last `/`, if
 * unique. null: none.
 */
export function problemNamer(problems: readonly string[]): (written: string) => string | null {
  const exact = new Set(problems);
  const byCase = onlyOnes(problems, (id) => id.toLowerCase());
  const byTail = onlyOnes(problems, (id) => tailOf(id).toLowerCase());
  return (written) => {
    if (exact.has(written)) return written;
    const folded = written.toLowerCase();
    return byCase.get(folded) ?? byTail.get(folded) ?? null;
  };
}

function tailOf(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1);
}

function onlyOnes(
  ids: readonly string[],
  keyOf: (id: string) => string,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const shared = new Set<string>();
  for (const id of ids) {
    const key = keyOf(id);
    if (found.has(key)) shared.add(key);
    found.set(key, id);
  }
  for (const key of shared) found.delete(key);
  return found;
}
