/**
 * The script that most samples wrote, the earliest of the largest group (Agentless, section 3.3). Scripts count as equal without comments,
 * blank lines, blanks at ends of lines, and kinds of quotes. null: there is none.
 */
export function agreedScript(scripts: readonly string[]): string | null {
  const groups = new Map<string, string[]>();
  for (const script of scripts) {
    const key = normalised(script);
    groups.set(key, [...(groups.get(key) ?? []), script]);
  }
  let largest: readonly string[] = [];
  for (const group of groups.values()) if (group.length > largest.length) largest = group;
  return largest[0] ?? null;
}

function normalised(script: string): string {
  return script
    .split('\n')
    .map((line) =>
      line
        .replace(/(^|\s)#.*$/, '')
        .replaceAll("'", '"')
        .trimEnd(),
    )
    .filter((line) => line !== '')
    .join('\n');
}
