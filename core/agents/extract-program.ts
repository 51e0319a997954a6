import { assembled } from './programs/assemble';
import { chosenSource } from './programs/choose-source';
import type { PythonReader } from './programs/module-statement';
import { sourcesOf } from './programs/sources';
import type { Source } from './programs/sources';
import { readReply } from './read-reply';

export interface ProgramSearch extends PythonReader {
  /** null: a whole program, of which no name is asked. */
  readonly entryPoint: string | null;
}

export interface ExtractedProgram {
  /** Without blank lines before and white space after it; null: the reply holds no program. */
  readonly program: string | null;
  /** `code`: nothing defines the entry point, or no name is asked. */
  readonly from: 'definition' | 'code' | 'nowhere';
  readonly reasoning: string;
}

/**
 * The program of a reply, reasoning aside, as a careful reader would run it (decisions 8): the text that defines the entry
 * point, with the helpers and imports that stand in others, without tests and examples of its use; or, where no name is
 * asked, the longest that is Python; else the last that is code. Takes time linear in the reply's length, given such
 * `parses` and `statements`; replies are read up to 2,000,000 characters.
 */
export function extractProgram(reply: string, search: ProgramSearch): ExtractedProgram {
  const read = readReply(reply);
  const { reasoning } = read;
  const { entryPoint } = search;
  const sources = sourcesOf(read, search);
  const defining = entryPoint === null ? undefined : chosenSource(sources, entryPoint);
  if (defining !== undefined)
    return { program: assembled(defining, sources, entryPoint), from: 'definition', reasoning };
  const other = entryPoint === null ? longestPython(sources, search) : lastCode(sources, search);
  return other === undefined
    ? { program: null, from: 'nowhere', reasoning }
    : { program: assembled(other, sources, null), from: 'code', reasoning };
}

/** Of several as long the last: examples of input and output are shorter than the program, and seldom Python. */
function longestPython(sources: readonly Source[], search: PythonReader): Source | undefined {
  let longest: Source | undefined;
  for (const source of sources) {
    if (source.text.length < (longest?.text.length ?? 0)) continue;
    if (isCode(source) && search.parses(source.text)) longest = source;
  }
  return longest ?? sources.findLast((source) => source.marked && isCode(source));
}

/** The last with definitions; else the last that does anything, such as a function's body alone. */
function lastCode(sources: readonly Source[], search: PythonReader): Source | undefined {
  return (
    sources.findLast(definesAnything) ??
    sources.findLast((source) => isCode(source) && search.parses(source.text))
  );
}

function definesAnything({ statements, marked }: Source): boolean {
  return statements.some(
    ({ kind, sound, stub }) =>
      (kind === 'function' || kind === 'class') && (sound ? !stub : marked),
  );
}

/** Words and values alone are none: `Yes`, `None`, `[1, 2]`. */
function isCode({ statements }: Source): boolean {
  return statements.some(({ kind, sound }) => sound && kind !== 'value');
}
