/** A number of a JSON text that JavaScript would write otherwise: `1.0`, or one of more digits than it keeps. */
export class ExactNumber {
  constructor(readonly text: string) {}
}

const numeral = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * Like `JSON.parse`, but numbers that would change are `ExactNumber`s: the 60 digits of an expected answer must not be
 * rounded. @throws SyntaxError for text that is not JSON
 */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const marked = markTexts(text);
  return marked === null ? value : unmarked(JSON.parse(marked));
}

/** A JSON text of what `parseExactly` read, on one line. */
export function exactText(value: unknown): string {
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(exactText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}: ${exactText(member)}`,
  );
  return `{${members.join(', ')}}`;
}

/** The same JSON with `s` before each string and each number as a string after `n`; null: no number would change. */
function markTexts(text: string): string | null {
  const pieces: string[] = [];
  let changes = false;
  let place = 0;
  while (place < text.length) {
    const char = text.charAt(place);
    if (char === '"') {
      const end = endOfString(text, place);
      pieces.push('"s', text.slice(place + 1, end));
      place = end;
      continue;
    }
    numeral.lastIndex = place;
    const number = char === '-' || (char >= '0' && char <= '9') ? numeral.exec(text)?.[0] : null;
    if (number === null || number === undefined) {
      pieces.push(char);
      place += 1;
      continue;
    }
    changes ||= String(Number(number)) !== number;
    pieces.push(`"n${number}"`);
    place += number.length;
  }
  return changes ? pieces.join('') : null;
}

const memberMarks = /"[^"\\]*(?:\\[^][^"\\]*)*"|[[\]{},:]/g;

/**
 * Makes the values of these members strings, with NaN and infinities: only Python reads them. If brackets do not match, the
 * text stays as it is.
 */
export function quoteMembers(text: string, names: readonly string[]): string {
  const pieces: string[] = [];
  let [depth, kept, start, name, last] = [0, 0, -1, '', ''];
  for (const { 0: mark, index } of text.matchAll(memberMarks)) {
    if (depth === 1 && mark === ':') {
      name = last;
      start = index + 1;
    }
    if (depth === 1 && (mark === ',' || mark === '}') && start >= 0) {
      if (names.some((one) => JSON.stringify(one) === name)) {
        pieces.push(text.slice(kept, start), JSON.stringify(text.slice(start, index).trim()));
        kept = index;
      }
      start = -1;
    }
    if (mark === '{' || mark === '[') depth += 1;
    if (mark === '}' || mark === ']') depth -= 1;
    last = mark;
  }
  return depth === 0 ? [...pieces, text.slice(kept)].join('') : text;
}

/** A JSON text as Python reads and writes it, the numbers that JSON does not have as null: to see its form by. */
export function parseForm(text: string): unknown {
  const known = text.replace(/"[^"\\]*(?:\\[^][^"\\]*)*"|-?Infinity|NaN/g, (part) =>
    part.startsWith('"') ? part : 'null',
  );
  return JSON.parse(known);
}

/** Behind the closing quote of the string that begins here. */
function endOfString(text: string, start: number): number {
  let place = start + 1;
  while (text.charAt(place) !== '"') place += text.charAt(place) === '\\' ? 2 : 1;
  return place + 1;
}

function unmarked(value: unknown): unknown {
  if (typeof value === 'string') {
    const text = value.slice(1);
    if (value.startsWith('s')) return text;
    return String(Number(text)) === text ? Number(text) : new ExactNumber(text);
  }
  if (Array.isArray(value)) return value.map(unmarked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key.slice(1), unmarked(member)]),
  );
}
