/** A fenced text that may be a program, out of what models put around its lines: a diff, an indentation. */
export function unwrapSource(text: string, info = ''): string {
  return outdented(withoutBlankEnds(isDiff(text, info) ? newSideOf(text) : text));
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&amp;': '&',
};

export function unescapedHtml(text: string): string {
  return text.replace(/&(?:lt|gt|quot|amp|#39|#x27);/g, (entity) => entities[entity] ?? entity);
}

function isDiff(text: string, info: string): boolean {
  if (/^(?:diff|patch)\b/i.test(info)) return true;
  return info === '' && /^(?:---|@@|diff )/.test(text) && /^\+/m.test(text);
}

function newSideOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^(?:-|@@|\+\+\+|diff |index |\\)/.test(line))
    .map((line) => line.replace(/^[+ ]/, ''))
    .join('\n');
}

/** The first line's indentation stays: a function's body alone continues the stub before it. */
function withoutBlankEnds(text: string): string {
  let start = 0;
  for (;;) {
    const end = text.indexOf('\n', start);
    if (end < 0 || text.slice(start, end).trim() !== '') return text.slice(start).trimEnd();
    start = end + 1;
  }
}

const opensModule = /^(?:def|class|import|from|async|@)/;

/** A module whose first line is indented: outdents all of it, or that line alone if only the first is astray. */
function outdented(text: string): string {
  const indent = text.length - text.trimStart().length;
  if (indent === 0 || !opensModule.test(text.slice(indent))) return text;
  const margin = text.slice(0, indent);
  const lines = text.split('\n');
  const together = lines.every((line) => line.startsWith(margin) || line.trim() === '');
  if (!together) return text.slice(indent);
  const deeper = lines
    .slice(1)
    .every((line) => /^\s*$/.test(line) || /^\s/.test(line.slice(indent)));
  return deeper ? text.slice(indent) : lines.map((line) => line.slice(indent)).join('\n');
}
