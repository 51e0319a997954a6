import { endOfBracket, endOfLiteral } from './literal-scan';
import { docstringsOf, isLiteral, literalCall } from './python-syntax';

interface Example {
  /** Place in the docstring. */
  readonly at: number;
  readonly call: string;
  readonly value: string;
}

interface DoctestScan {
  readonly examples: readonly Example[];
  /** Parts of the text that are spoken for. */
  readonly taken: readonly { readonly from: number; readonly to: number }[];
}

interface Line {
  readonly at: number;
  readonly text: string;
}

/** Longer docstrings are read up to here. */
const maxDocstringChars = 20_000;
const maxWantedLines = 50;

/**
 * The examples of a function's own docstring as `assert f(arguments) == value` statements, in order and without
 * repeats: doctests, and calls followed by `==`, `=>`, `->`, `➞` or `returns` and a value. Kept only where both the
 * arguments and the value are literals and nothing but a comment or punctuation follows, so prose such as
 * `f(3) == f(2) + f(1)` or `f(n) -> true` yields nothing.
 */
export function visibleTestsOf(prompt: string, entryPoint: string): readonly string[] {
  const tests = docstringsOf(prompt, entryPoint).flatMap((docstring) => {
    const text = docstring.slice(0, maxDocstringChars);
    const doctests = scanDoctests(text, entryPoint);
    const inline = scanInline(text, entryPoint).filter(
      ({ at }) => !doctests.taken.some(({ from, to }) => at >= from && at < to),
    );
    return [...doctests.examples, ...inline]
      .sort((left, right) => left.at - right.at)
      .map(({ call, value }) => `assert ${onOneLine(call)} == ${onOneLine(value)}`);
  });
  return [...new Set(tests)];
}

/** Line breaks are between tokens here: a string that holds one is no example. */
function onOneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, ' ');
}

function linesOf(text: string): readonly Line[] {
  let at = 0;
  return text.split('\n').map((line) => {
    const here = at;
    at += line.length + 1;
    return { at: here, text: line };
  });
}

function scanDoctests(text: string, entryPoint: string): DoctestScan {
  const lines = linesOf(text);
  const examples: Example[] = [];
  const taken: { from: number; to: number }[] = [];
  lines.forEach((line, index) => {
    const source = doctestSource(lines, index);
    if (source === null) return;
    const wanted = wantedLines(lines, source.next);
    const call = withoutComment(source.text);
    const end = (count: number) => lines[source.next + count]?.at ?? text.length + 1;
    if (!literalCall(call, entryPoint)) {
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

const separator =
  /`*[ \t]*(?:#[ \t]*)?(?:={2,}>|=>|==(?!=)|-+>|→|➞|returns\b:?|should[ \t]+return\b:?)[ \t]*`*/y;

function scanInline(text: string, entryPoint: string): readonly Example[] {
  const escaped = entryPoint.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const call = new RegExp(`(?<![\\w.])${escaped}[ \\t]*\\(`, 'gu');
  const anotherCall = new RegExp(`^[ \\t]*[,;]?[ \\t]*(?:and[ \\t]+)?\`*${escaped}[ \\t]*\\(`, 'u');
  return [...text.matchAll(call)].flatMap((match): Example[] => {
    if (!beginsAnExample(text, match.index)) return [];
    const callEnd = endOfBracket(text, match.index + match[0].length - 1);
    if (callEnd === null) return [];
    separator.lastIndex = callEnd;
    const between = separator.exec(text);
    if (between === null) return [];
    const valueStart = callEnd + between[0].length;
    const valueEnd = endOfLiteral(text, valueStart);
    if (valueEnd === null) return [];
    const rest = text.slice(valueEnd).split('\n', 1)[0] ?? '';
    if (!endsAnExample(rest) && !anotherCall.test(rest)) return [];
    const example = {
      at: match.index,
      call: text.slice(match.index, callEnd),
      value: text.slice(valueStart, valueEnd),
    };
    return literalCall(onOneLine(example.call), entryPoint) && isLiteral(onOneLine(example.value))
      ? [example]
      : [];
  });
}

/** Nothing before the call on its line makes it part of a larger expression or turns its meaning round. */
function beginsAnExample(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const before = line.replace(/^\s*(?:(?:>>>|[-*•]|\d+[.)])(?=\s))?\s*/, '');
  if (before === '') return true;
  if (!/[\s`,;:]$/.test(before)) return false;
  return !/(?:[-+*/%=<>&|^~([{]|\b(?:not|unless|never|if|when|while|until))[\s`]*$/.test(before);
}

/** A comment, a full stop, or a remark in brackets may follow a value; more of an expression may not. */
function endsAnExample(rest: string): boolean {
  return /^`*[ \t]*(?:$|#|[.;,](?:[ \t`]*$)|\.[ \t]|[ \t]\(.*\)[ \t.]*$)/.test(rest);
}
