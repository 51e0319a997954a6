/** A token outside brackets and strings that determines the kind of an expression. */
interface Mark {
  readonly sign: string;
  readonly at: number;
}

const strings = /("""|''')(?:[^\\]|\\[^])*?\1|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'/y;
const signs = /==|!=|<=|>=|:=|[<>,;#\\\n]|(?<![\w.])(?:and|or|not|in|is|if|else|lambda|for)(?!\w)/y;

/** The right side of a single `assert left == right`. null: another form, where no single text is the expected value. */
export function expectedValue(test: string): string | null {
  return comparedSides(test)?.[1] ?? null;
}

/** Both sides of such a test. */
export function comparedSides(test: string): readonly [left: string, right: string] | null {
  const text = test.trim();
  if (!/^assert[\s(]/.test(text)) return null;
  const marks = topLevelMarks(text, 'assert'.length);
  const [equals, comma] = marks ?? [];
  if (marks === null || equals?.sign !== '==' || marks.length > 2) return null;
  if (comma !== undefined && comma.sign !== ',') return null;
  const value = text.slice(equals.at + 2, comma?.at).trim();
  return value === '' ? null : [text.slice('assert'.length, equals.at).trim(), value];
}

/** Whether every bracket outside strings has a partner. */
export function bracketsMatch(text: string): boolean {
  return topLevelMarks(text, 0) !== null;
}

/** null: brackets that do not match, a string that does not end. */
function topLevelMarks(text: string, from: number): readonly Mark[] | null {
  const marks: Mark[] = [];
  let depth = 0;
  for (let at = from; at < text.length;) {
    const char = text.charAt(at);
    const quoted = matchAt(strings, text, at);
    const sign = depth === 0 && quoted === '' ? matchAt(signs, text, at) : '';
    if (sign !== '') marks.push({ sign, at });
    if (quoted === '' && '([{'.includes(char)) depth += 1;
    if (quoted === '' && ')]}'.includes(char)) depth -= 1;
    const unclosed = quoted === '' && (char === '"' || char === "'");
    if (depth < 0 || unclosed) return null;
    at += Math.max(1, quoted.length, sign.length);
  }
  return depth === 0 ? marks : null;
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
