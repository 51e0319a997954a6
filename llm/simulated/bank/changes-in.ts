/** Whether a recorded program is a unified diff. */
export function isPatch(text: string): boolean {
  return /^\s*(?:diff --git |--- (?:a\/|\/dev\/null))/.test(text);
}

/** Lines of a file that a hunk is of, before the change: the first and the last, from 1. */
export interface ChangedRange {
  readonly path: string;
  readonly first: number;
  readonly last: number;
}

interface ChangedFile {
  readonly path: string;
  readonly isNew: boolean;
  readonly lines: string[];
  readonly hunks: { readonly first: number; readonly count: number }[];
}

/**
 * What a patch changes, by file: the lines that it takes away and those that it adds, sorted, without those in both. Other
 * context, headers and another alignment of the same change give the same text. Empty: it changes no line.
 */
export function changesIn(patch: string): string {
  return filesOf(patch)
    .map(({ path, lines }) => ({ path, lines: netLines(lines) }))
    .filter(({ lines }) => lines.length > 0)
    .toSorted((left, right) => (left.path < right.path ? -1 : 1))
    .map(({ path, lines }) => [path, ...lines].join('\n'))
    .join('\n');
}

/** Files that are there before the patch, in its order, with the lines that its hunks are of. */
export function rangesIn(patch: string): readonly ChangedRange[] {
  return filesOf(patch)
    .filter(({ isNew }) => !isNew)
    .flatMap(({ path, hunks }) =>
      hunks.map(({ first, count }) => ({ path, first, last: first + Math.max(0, count - 1) })),
    );
}

function filesOf(patch: string): readonly ChangedFile[] {
  const files: ChangedFile[] = [];
  let from = '';
  // Lines that the hunk still has on each side: a line of it may look like a header.
  let [before, after] = [0, 0];
  for (const line of patch.split(/\r?\n/)) {
    const mark = line.charAt(0);
    if (before > 0 || after > 0) {
      if (mark === '\\') continue;
      if (mark !== '+') before -= 1;
      if (mark !== '-') after -= 1;
      if (mark === '+' || mark === '-') files.at(-1)?.lines.push(line);
      continue;
    }
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (line.startsWith('--- ')) from = pathOf(line);
    else if (line.startsWith('+++ ')) {
      const to = pathOf(line);
      files.push({ path: to === '' ? from : to, isNew: from === '', lines: [], hunks: [] });
    } else if (hunk !== null) {
      [before, after] = [Number(hunk[2] ?? 1), Number(hunk[3] ?? 1)];
      files.at(-1)?.hunks.push({ first: Number(hunk[1]), count: before });
    }
  }
  return files;
}

/** Empty: /dev/null. */
function pathOf(header: string): string {
  const name = (header.slice(4).split('\t')[0] ?? '').trim().replace(/^"(.*)"$/, '$1');
  return name === '/dev/null' ? '' : name.replace(/^[ab]\//, '');
}

/** Sorted; a line that is taken away and added again counts as neither. */
function netLines(lines: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const text = line.slice(1).trimEnd();
    counts.set(text, (counts.get(text) ?? 0) + (line.startsWith('+') ? 1 : -1));
  }
  return [...counts]
    .flatMap(([text, count]): readonly string[] =>
      Array.from({ length: Math.abs(count) }, () => `${count > 0 ? '+' : '-'}${text}`),
    )
    .toSorted();
}
