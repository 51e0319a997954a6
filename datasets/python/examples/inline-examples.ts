import { literalCall } from '../python-syntax';
import { onOneLine } from './example';
import type { Example, Subject } from './example';
import { endOfBracket } from './literal-scan';
import { valueAt } from './value-at';

const separator =
  /`*[ \t]*(?:#[ \t]*)?(?:={2,}>|=>|==?(?!=)|-+>|→|➞|returns\b:?|should[ \t]+return\b:?)[ \t]*`*/y;
/** `19 - 5 - 6 = `: how the value comes about. */
const working = /(?:\d[\d \t+*/().-]*)=[ \t]*/y;

/**
 * Calls followed by `==`, `=`, `=>`, `->`, `➞` or `returns` and a value, with nothing but a comment or punctuation behind it: prose
 * such as `f(3) == f(2) + f(1)` or `f(n) -> true` yields nothing.
 */
export function scanInline(text: string, { name, defined }: Subject): readonly Example[] {
  const own = inlineOf(text, name);
  if (own.length > 0) return own;
  // Some authors renamed the function, and not its examples.
  const place = text.search(/\bexamples?\b/i);
  if (place < 0) return [];
  const others = new Set(
    [...text.slice(place).matchAll(/(?<=^[ \t]*(?:assert[ \t]+)?)[A-Za-z_]\w*(?=\()/gm)].map(
      ([word]) => word,
    ),
  );
  const [only, ...more] = [...others].filter((word) => !defined.includes(word));
  if (only === undefined || more.length > 0) return [];
  return inlineOf(text, only).map((example) => ({
    ...example,
    call: `${name}${example.call.slice(only.length)}`,
  }));
}

function inlineOf(text: string, name: string): readonly Example[] {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const call = new RegExp(`(?<![\\w.])${escaped}[ \\t]*\\(`, 'gu');
  const anotherCall = new RegExp(`^[ \\t]*[,;]?[ \\t]*(?:and[ \\t]+)?\`*${escaped}[ \\t]*\\(`, 'u');
  return [...text.matchAll(call)].flatMap((match): Example[] => {
    if (!beginsAnExample(text, match.index)) return [];
    const callEnd = endOfBracket(text, match.index + match[0].length - 1);
    if (callEnd === null) return [];
    const valueStart = valueBehind(text, callEnd);
    const value = valueStart === null ? null : valueAt(text, valueStart);
    if (value === null) return [];
    const rest = text.slice(value.end).split('\n', 1)[0] ?? '';
    if (!endsAnExample(rest) && !anotherCall.test(rest)) return [];
    const example = { at: match.index, call: text.slice(match.index, callEnd), value: value.text };
    return literalCall(onOneLine(example.call), name) ? [example] : [];
  });
}

/** Where the value begins that is said of a call; null: nothing is. */
function valueBehind(text: string, callEnd: number): number | null {
  separator.lastIndex = callEnd;
  const between = separator.exec(text);
  if (between === null) return null;
  const start = callEnd + between[0].length;
  // A single sign between may be a recurrence: `f(2) = f(1) + 1 = 2`.
  if (/^`*[ \t]*=[ \t]*`*$/.test(between[0])) return start;
  working.lastIndex = start;
  return start + (working.exec(text)?.[0].length ?? 0);
}

/** Nothing before the call on its line makes it part of a larger expression or turns its meaning round. */
function beginsAnExample(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const before = line.replace(/^\s*(?:(?:>>>|assert|[-*•]|\d+[.)])(?=\s))?\s*/, '');
  if (before === '') return true;
  if (!/[\s`,;:]$/.test(before)) return false;
  return !/(?:[-+*/%=<>&|^~([{]|\b(?:not|unless|never|if|when|while|until))[\s`]*$/.test(before);
}

/** A comment, a full stop, or a remark in brackets may follow a value; more of an expression may not. */
function endsAnExample(rest: string): boolean {
  return /^`*[ \t]*(?:$|#|[.;,](?:[ \t`]*$)|\.[ \t]|[ \t]\(.*\)[ \t.]*$)/.test(rest);
}
