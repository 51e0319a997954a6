import { calledNames, isLiteral, literalCall } from '../python-syntax';
import type { Example, Subject } from './example';
import { endOfBracket } from './literal-scan';

export interface DoctestScan {
  readonly examples: readonly Example[];
  /** Parts of the text that are spoken for. */
  readonly taken: readonly { readonly from: number; readonly to: number }[];
}

interface Line {
  readonly at: number;
  readonly text: string;
}

const maxWantedLines = 50;

function linesOf(text: string): readonly Line[] {
  let at = 0;
  return text.split('\n').map((line) => {
    const here = at;
    at += line.length + 1;
    return { at: here, text: line };
  });
}

/** Doctests whose expression is a call of the function, or calls of it inside others that the module defines or Python has. */
export function scanDoctests(text: string, subject: Subject): DoctestScan {
  const lines = linesOf(text);
  const examples: Example[] = [];
  const taken: { from: number; to: number }[] = [];
  lines.forEach((line, index) => {
    const source = doctestSource(lines, index);
    if (source === null) return;
    const wanted = wantedLines(lines, source.next);
    const call = withoutComment(source.text);
    const end = (count: number) => lines[source.next + count]?.at ?? text.length + 1;
    if (!isExample(call, subject)) {
      // The author shows that the comparison does not hold.
      if (wanted[0] === 'False') taken.push({ from: line.at, to: end(1) });
      return;
    }
    const value = wanted.length === 0 ? { text: 'None', lines: 0 } : longestLiteral(wanted);
    taken.push({ from: line.at, to: end(value?.lines ?? 0) });
    if (value !== null) examples.push({ at: line.at, call, value: value.text });
  });
  return { examples, taken };
}

/** The statement after `>>>` with its `...` lines, and the index of the first line after it. */
function doctestSource(
  lines: readonly Line[],
  index: number,
): { readonly text: string; readonly next: number } | null {
  const first = /^\s*>>>(?:\s+(.*))?$/.exec(lines[index]?.text ?? '');
  if (first === null) return null;
  const parts = [first[1] ?? ''];
  let next = index + 1;
  for (; next < lines.length; next += 1) {
    const more = /^\s*\.\.\.(?:\s+(.*))?$/.exec(lines[next]?.text ?? '');
    if (more === null) break;
    parts.push(more[1] ?? '');
  }
  return { text: parts.join('\n').trim(), next };
}

function wantedLines(lines: readonly Line[], from: number): readonly string[] {
  const wanted: string[] = [];
  for (const line of lines.slice(from, from + maxWantedLines)) {
    const text = line.text.trim();
    if (text === '' || text.startsWith('>>>')) break;
    wanted.push(text);
  }
  return wanted;
}

/** Doctest would take prose under an example as output; the value is the longest beginning that is a literal. */
function longestLiteral(
  lines: readonly string[],
): { readonly text: string; readonly lines: number } | null {
  for (let count = lines.length; count > 0; count -= 1) {
    const text = lines.slice(0, count).join('\n');
    if (isLiteral(text)) return { text, lines: count };
  }
  return null;
}

/** A call at the beginning of the text without what follows it, if that is a comment. */
function withoutComment(source: string): string {
  const open = source.indexOf('(');
  const end = open < 0 ? null : endOfBracket(source, open);
  return end !== null && /^\s*(?:#.*)?$/.test(source.slice(end)) ? source.slice(0, end) : source;
}

/** Functions of Python that authors put around a call: its value is rounded, sorted, counted. */
const around = [
  'round',
  'sorted',
  'list',
  'tuple',
  'set',
  'len',
  'sum',
  'abs',
  'str',
  'min',
  'max',
];

/** A call of the function, or one around it; `find_zero` alone cannot be compared exactly, `round(find_zero([1, 2]), 2)` can. */
function isExample(call: string, { name, defined }: Subject): boolean {
  return literalCall(call, name, ...defined, ...around) && calledNames(call).includes(name);
}
