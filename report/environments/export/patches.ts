import type { Instance } from '../../../core/schemas/environment-instance';

const contextLines = 3;

/**
 * Unified diffs of the definition's file: from without the body to as it is, and back. Lines around the definition are those
 * that the instance's contexts have; without any behind it, `git apply` wants `--unidiff-zero`.
 */
export function bodyPatches({ definition, contexts }: Instance): {
  readonly solve: string;
  readonly remove: string;
} {
  const { path, lines, source, stub } = definition;
  const [whole, empty] = [linesOf(source), linesOf(stub)];
  const known = new Map(
    contexts.full
      .filter((fragment) => fragment.path === path && fragment.lines.first > lines.last)
      .flatMap(({ lines: { first }, indent, text }) =>
        linesOf(`${indent}${text}`).map((line, at) => [first + at, line] as const),
      ),
  );
  let head = 0;
  while (head < Math.min(whole.length, empty.length) && whole[head] === empty[head]) head += 1;
  const before = whole.slice(Math.max(0, head - contextLines), head);
  const after: string[] = [];
  for (let line = lines.last + 1; after.length < contextLines; line += 1) {
    const text = known.get(line);
    if (text === undefined) break;
    after.push(text);
  }
  const first = lines.first + head - before.length;
  const around = { path, first, before, after };
  const [solved, removed] = [whole.slice(head), empty.slice(head)];
  return {
    solve: hunk(around, removed, solved),
    remove: hunk(around, solved, removed),
  };
}

/** A unified diff that adds a file. */
export function newFilePatch(path: string, text: string): string {
  const lines = linesOf(text);
  return [
    `diff --git a/${path} b/${path}`,
    'new file mode 100644',
    '--- /dev/null',
    `+++ b/${path}`,
    `@@ -0,0 +1,${String(lines.length)} @@`,
    ...lines.map((line) => `+${line}`),
    '',
  ].join('\n');
}

function hunk(
  around: {
    readonly path: string;
    readonly first: number;
    readonly before: readonly string[];
    readonly after: readonly string[];
  },
  from: readonly string[],
  to: readonly string[],
): string {
  const { path, first, before, after } = around;
  const span = (lines: readonly string[]): string =>
    `${String(first)},${String(before.length + lines.length + after.length)}`;
  return [
    `diff --git a/${path} b/${path}`,
    `--- a/${path}`,
    `+++ b/${path}`,
    `@@ -${span(from)} +${span(to)} @@`,
    ...before.map((line) => ` ${line}`),
    ...from.map((line) => `-${line}`),
    ...to.map((line) => `+${line}`),
    ...after.map((line) => ` ${line}`),
    '',
  ].join('\n');
}

function linesOf(text: string): readonly string[] {
  return text.replace(/\n$/u, '').split('\n');
}
