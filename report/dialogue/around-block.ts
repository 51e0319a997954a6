/** A reply's prose before and after the block that was run; null: the block does not stand in it as a fence of its own. */
export function aroundBlock(
  reply: string,
  code: string,
): { readonly before: string; readonly after: string } | null {
  const at = code === '' ? -1 : reply.lastIndexOf(code);
  if (at === -1) return null;
  const before = /^([^]*?)(?:^|\n)[ \t]*(`{3,}|~{3,})[^\n]*\n\s*$/.exec(reply.slice(0, at));
  const after = /^\s*?\n[ \t]*(`{3,}|~{3,})[ \t]*(?:\n([^]*))?$/.exec(
    reply.slice(at + code.length),
  );
  if (before === null || after === null) return null;
  return { before: (before[1] ?? '').trim(), after: (after[2] ?? '').trim() };
}
