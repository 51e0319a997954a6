/** This many equal tokens in a row count as a copy of a body (A24). */
const leakTokens = 8;

/**
 * Python tokens of any text, valid or not: strings, comments, numbers, names, signs. An unfinished string ends with its line
 * or with the text. A token also ends after a hundred thousand characters, because a regular expression cannot take many
 * more.
 */
const token = new RegExp(
  [
    /[rbuft]{0,3}(?:("""|''')(?:\\(?:[^]|$)|(?!\1)[^\\]){0,99999}\1?|(["'])(?:\\(?:\r\n|[^]|$)|(?!\2)[^\\\r\n]){0,99999}\2?)/u,
    /#[^\r\n]{0,99999}/u,
    /\.?\d[\p{L}\p{N}_.]{0,99999}(?:(?<=e)[+-]\d{1,999})?|[\p{L}\p{N}_]{1,99999}/u,
    /\*\*=?|\/\/=?|>>=?|<<=?|->|:=|\.{3}|[-+*/%&|^@=!<>]=|[^\s\\]/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'giu',
);

/**
 * The first run of `leakTokens` tokens of a body that a text repeats, unless known code also has it. null: there is none. A
 * string of the body is one token, and only its whole content counts as a repetition. Comments, layout and the kind of
 * quotes do not count. The text may be code, prose that quotes code, or bytes with either in them.
 */
export function leakedRun(
  text: string,
  { body, signature }: DefinitionParts,
  known = signature,
): string | null {
  const runs = runsOf(body);
  const free = new Set(repeated(known, runs));
  const secret = runs.filter((run) => !free.has(run));
  return repeated(text, secret)[0] ?? null;
}

export interface DefinitionParts {
  /** The signature with decorators, up to its colon. */
  readonly signature: string;
  /** The signature, and the docstring where there is one. */
  readonly head: string;
  readonly body: string;
}

const docstringToken = /^[ru]?["']|^[()]$/iu;
const statementEnd = /^[ \t\f]*(?:[;#\r\n]|$)/u;

/** The parts of the text of a definition. If no signature is found, everything is body. */
export function definitionParts(source: string): DefinitionParts {
  let depth = 0;
  let isHeader = false;
  let colon = 0;
  let head = 0;
  for (const { 0: text, index } of source.matchAll(token)) {
    if (text.startsWith('#')) continue;
    const end = index + text.length;
    // A docstring may be in brackets and consist of several strings.
    if (colon > 0 && !docstringToken.test(text)) break;
    depth += Number('([{'.includes(text)) - Number(')]}'.includes(text));
    if (depth > 0) continue;
    if (colon > 0) {
      if (!statementEnd.test(source.slice(end))) continue;
      head = end;
      break;
    }
    if (isHeader && text === ':') [colon, head] = [end, end];
    isHeader ||= text === 'def';
  }
  const body = source.slice(head).replace(/^(?:[\s;]|#[^\r\n]*)+/u, '');
  return { signature: source.slice(0, colon), head: source.slice(0, head), body };
}

function runsOf(code: string): readonly string[] {
  const tokens = (code.match(token) ?? []).filter((one) => !one.startsWith('#')).map(piecesOf);
  const count = Math.max(tokens.length - leakTokens + 1, 0);
  return Array.from({ length: count }, (_, at) =>
    tokens
      .slice(at, at + leakTokens)
      .flat()
      .join(' '),
  );
}

/** Words and signs of code, strings or prose, where an apostrophe looks like a quote. `>>>` and three dots do not count. */
function piecesOf(text: string): readonly string[] {
  const plain = text.replace(/>>>|\.{3}|\b[ru](?=["'])|[\\#`]/giu, ' ');
  return plain.replace(/"{3}|'{3}|'/gu, '"').match(/[\p{L}\p{N}_]{1,99999}|\S/gu) ?? [];
}

/** A run has at least this many pieces: only dots have no piece, and two dots do not follow each other. */
const startPieces = leakTokens / 2;

/** The runs that the text contains, with or without its comments. */
function repeated(text: string, runs: readonly string[]): readonly string[] {
  const byStart = new Map<string, Set<string>>();
  for (const run of runs) {
    const start = run.split(' ', startPieces).join(' ');
    byStart.set(start, (byStart.get(start) ?? new Set()).add(`${run} `));
  }
  const readings = [text, text.replace(token, (one) => (one.startsWith('#') ? ' ' : one))];
  return readings.flatMap((reading) => {
    const pieces = piecesOf(reading);
    const whole = `${pieces.join(' ')} `;
    let offset = 0;
    return pieces.flatMap((piece, at) => {
      const found = byStart.get(pieces.slice(at, at + startPieces).join(' ')) ?? [];
      const here = offset;
      offset += piece.length + 1;
      return [...found].filter((run) => whole.startsWith(run, here)).map((run) => run.trimEnd());
    });
  });
}
