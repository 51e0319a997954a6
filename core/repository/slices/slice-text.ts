import type { SliceFragment } from '../../schemas/slice-fragment';

/**
 * Fragments as prompts show them: one fence per file, with `## path` as its first line. The code farthest from the
 * definition comes first, `home` last. An ellipsis replaces a block that is left out.
 * @param home path of the file of the definition
 */
export function sliceText(fragments: readonly SliceFragment[], home: string): string {
  const files = [...new Set(fragments.map(({ path }) => path))].map((path) => {
    const inside = fragments.filter((one) => one.path === path);
    return { path, inside, away: Math.min(...inside.map(({ distance }) => distance)) };
  });
  files.sort(
    (left, right) =>
      Number(left.path === home) - Number(right.path === home) ||
      right.away - left.away ||
      (left.path < right.path ? -1 : 1),
  );
  return files.map(({ path, inside }) => fenced(`## ${path}\n${fileText(inside)}`)).join('\n\n');
}

function fileText(fragments: readonly SliceFragment[]): string {
  const shown = outermost(fragments);
  const lines = shown.flatMap((fragment, at) => {
    const before = shown[at - 1];
    const after = shown[at + 1];
    const isEmpty = fragment.opens && !(after !== undefined && after.start < fragment.blockEnd);
    return [
      ...(before !== undefined && isApart(before, fragment) ? [''] : []),
      `${fragment.indent}${fragment.text}`.replaceAll(/\r\n?/g, '\n'),
      ...(isEmpty ? [`${fragment.inner}...`] : []),
    ];
  });
  return lines.join('\n');
}

/** Whether code of the file between the two is left out. */
function isApart(before: SliceFragment, after: SliceFragment): boolean {
  const isInBlock = before.opens && after.end <= before.blockEnd;
  return !isInBlock && after.lines.first - before.lines.last > 1;
}

/** The fragments in the order of the file, without fragments inside others. */
function outermost(fragments: readonly SliceFragment[]): readonly SliceFragment[] {
  const kept: SliceFragment[] = [];
  let end = -1;
  for (const one of [...fragments].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (one.end <= end) continue;
    kept.push(one);
    end = one.end;
  }
  return kept;
}

function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}python\n${text}\n${fence}`;
}
