import { hashText } from '../hash-text';
import { hashRun } from '../hash-run';

/** Tokens in a run of code. Longer runs lose more of them to one changed token. */
const gramTokens = 10;

/** Names that a person who renames variables cannot change. */
const fixedNames = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if import in is ' +
    'lambda nonlocal not or pass raise return try while with yield abs all any bin bool chr dict divmod enumerate filter float ' +
    'frozenset hash hex input int isinstance iter len list map max min next oct ord pow print range repr reversed round set ' +
    'sorted str sum tuple type zip'
  ).split(' '),
);

const stringPart =
  '(?<string>[rbfu]{0,2}(?:"""[^]*?(?:"""|$)|\'\'\'[^]*?(?:\'\'\'|$)|"(?:[^"\\\\\\n]|\\\\.)*"?|\'(?:[^\'\\\\\\n]|\\\\.)*\'?))';
const token = new RegExp(
  `(?<comment>#[^\\n]*)|${stringPart}|(?<name>[\\p{L}_][\\p{L}\\p{N}_]*)|(?<rest>\\d+(?:\\.\\d+)?|[*/<>]{2}=?|[-+*/%&|^=!<>:]=|->|[^\\s])`,
  'giu',
);

interface CodeToken {
  /** Hash of its text; of a name that may be another one: 0. */
  readonly hash: number;
  /** Number of the name in the whole text. -1: the token is not a name. */
  readonly name: number;
}

/**
 * Tokens of Python (other languages come out well enough). Comments and docstrings are left out, other strings are all equal,
 * numbers stay: they carry the logic of short programs. Attributes stay, because most of them belong to the library.
 */
function codeTokens(code: string): readonly CodeToken[] {
  const names = new Map<string, number>();
  const tokens: CodeToken[] = [];
  let before = '';
  for (const { 0: text, groups } of code.matchAll(token)) {
    if (groups?.['comment'] !== undefined) continue;
    if (groups?.['string'] !== undefined) {
      if (!/^[rbfu]{0,2}(?:"""|''')/i.test(text)) tokens.push({ hash: hashText('"'), name: -1 });
    } else if (groups?.['name'] === undefined || fixedNames.has(text) || before === '.') {
      tokens.push({ hash: hashText(text), name: -1 });
    } else {
      const name = names.get(text) ?? names.size;
      names.set(text, name);
      tokens.push({ hash: 0, name });
    }
    before = text;
  }
  return tokens;
}

/**
 * Hashes of all runs of 10 tokens, in order. Names become their order of appearance within the run, so neither renaming nor code
 * around it changes a run.
 */
export function codeGrams(code: string): readonly number[] {
  const tokens = codeTokens(code);
  const grams: number[] = [];
  const run = new Uint32Array(gramTokens);
  for (let from = 0; from + gramTokens <= tokens.length; from += 1) {
    const order = new Map<number, number>();
    for (let place = 0; place < gramTokens; place += 1) {
      const { hash, name } = tokens[from + place] ?? { hash: 0, name: -1 };
      if (name !== -1 && !order.has(name)) order.set(name, order.size + 1);
      run[place] = name === -1 ? hash : (order.get(name) ?? 0);
    }
    grams.push(hashRun(run, 0, gramTokens));
  }
  return grams;
}
