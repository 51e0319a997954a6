const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const number =
  /0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?[jJ]?/y;
const constant = /(?:True|False|None)(?!\w)/y;
const sign = /[-+][ \t]*/y;
const stringPrefix = /[rRbBuU]{0,2}(?=["'])/y;

/** An example longer than this is not one. */
const maxExampleChars = 2_000;

/** Where the bracket at `open` is closed (the place after it), strings skipped; null: not within 2,000 characters. */
export function endOfBracket(text: string, open: number): number | null {
  const expected: string[] = [];
  const limit = Math.min(text.length, open + maxExampleChars);
  for (let place = open; place < limit; place += 1) {
    const character = text.charAt(place);
    if (character === '"' || character === "'") {
      const end = endOfString(text, place);
      if (end === null) return null;
      place = end - 1;
      continue;
    }
    const closer = closers[character];
    if (closer !== undefined) expected.push(closer);
    else if (character === ')' || character === ']' || character === '}') {
      if (expected.pop() !== character) return null;
      if (expected.length === 0) return place + 1;
    }
  }
  return null;
}

/** Where one literal that begins at `start` ends; null: none begins there. Brackets may span lines, strings may not. */
export function endOfLiteral(text: string, start: number): number | null {
  const unsigned = matchAt(sign, text, start);
  if (unsigned !== null) return matchAt(number, text, unsigned);
  if (closers[text.charAt(start)] !== undefined) return endOfBracket(text, start);
  const quote = matchAt(stringPrefix, text, start);
  if (quote !== null) return endOfString(text, quote);
  return matchAt(number, text, start) ?? matchAt(constant, text, start);
}

function endOfString(text: string, quoteAt: number): number | null {
  const quote = text.charAt(quoteAt);
  const limit = Math.min(text.length, quoteAt + maxExampleChars);
  for (let place = quoteAt + 1; place < limit; place += 1) {
    const character = text.charAt(place);
    if (character === '\n') return null;
    if (character === '\\') place += 1;
    else if (character === quote) return place + 1;
  }
  return null;
}

function matchAt(sticky: RegExp, text: string, place: number): number | null {
  sticky.lastIndex = place;
  const match = sticky.exec(text);
  return match === null ? null : place + match[0].length;
}
