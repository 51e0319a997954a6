/** The text of one case of a source: the function of that name, or the method of a `TestCase`; null: it is not found. */
export function caseText(source: string, name: string): string | null {
  // `case_sum[0]` is a row of its table.
  const [method = name] = name.replace(/\[.*$/su, '').split('.').slice(-1);
  const lines = source.split('\n');
  const start = lines.findIndex((line) => isHead(line, method));
  const [head] = lines.slice(start, start + 1);
  if (start === -1 || head === undefined) return null;
  const indent = indentOf(head);
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.trim() !== '' && indentOf(line) <= indent);
  const body = end === -1 ? rest : rest.slice(0, end);
  return [head, ...body]
    .map((line) => line.slice(indent))
    .join('\n')
    .trimEnd();
}

function isHead(line: string, name: string): boolean {
  const found = /^\s*(?:async\s+)?def\s+(\w+)\s*\(/u.exec(line);
  return found?.[1] === name;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
