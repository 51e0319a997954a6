import { assembled } from './programs/assemble';
import { chosenSource } from './programs/choose-source';
import type { PythonReader, StatementKind } from '../adapters/python-reader';
import { sourcesOf } from './programs/sources';
import type { Source } from './programs/sources';
import { readReply } from '../replies/read-reply';
import type { ProgramSearch } from '../adapters/python-reader';

export interface ExtractedProgram {
  /** The program without blank lines before it and white space after it. null: the reply has no program. */
  readonly program: string | null;
  /** `code`: no text defines the entry point, or no name is required. */
  readonly from: 'definition' | 'code' | 'nowhere';
  readonly reasoning: string;
}

/**
 * The program of a reply, as a careful reader would run it (decision 8): the text that defines the entry point, with helpers
 * and imports from other texts, without tests and examples. If no name is required, the longest Python text. Otherwise the
 * last text that defines something else or is the body of the function. A mere use of the entry point is not a program.
 * Words that happen to be Python (`Input: [1, 2]`, `pass`) are not programs either. Linear time, if `parses` and `statements` are linear. Replies
 * are read up to 2,000,000 characters.
 */
export function extractProgram(reply: string, search: ProgramSearch): ExtractedProgram {
  const read = readReply(reply);
  const { reasoning } = read;
  const { entryPoint } = search;
  const sources = sourcesOf(read, search);
  const defining = entryPoint === null ? undefined : chosenSource(sources, entryPoint);
  if (defining !== undefined)
    return { program: assembled(defining, sources, entryPoint), from: 'definition', reasoning };
  const other =
    entryPoint === null ? longestPython(sources, search) : lastCode(sources, entryPoint, search);
  return other === undefined
    ? { program: null, from: 'nowhere', reasoning }
    : { program: assembled(other, sources, null), from: 'code', reasoning };
}

/** Of several with the same length, the last. Examples are shorter than the program and rarely Python. */
function longestPython(sources: readonly Source[], search: PythonReader): Source | undefined {
  let longest: Source | undefined;
  for (const source of sources) {
    if (source.text.length < (longest?.text.length ?? 0)) continue;
    if (isCode(source) && search.parses(source.text)) longest = source;
  }
  return longest ?? sources.findLast((source) => source.marked && isCode(source));
}

/** The last text with definitions, otherwise the last text that is the body of a function, which continues a stub. */
function lastCode(
  sources: readonly Source[],
  entryPoint: string,
  search: PythonReader,
): Source | undefined {
  return (
    sources.findLast((source) => definesAnything(source) && !usesOnly(source, entryPoint)) ??
    sources.findLast((source) => isBody(source) && search.parses(source.text))
  );
}

function definesAnything({ statements, marked }: Source): boolean {
  return statements.some(
    ({ kind, sound, stub }) =>
      (kind === 'function' || kind === 'class') && (sound ? !stub : marked),
  );
}

/** Whether the text only tests a program that is not there. In a class, the entry point may be a method. */
function usesOnly({ statements }: Source, entryPoint: string): boolean {
  return statements.some(
    ({ kind, uses, binds }) =>
      (kind !== 'class' && uses.includes(entryPoint)) ||
      uses.includes('unittest') ||
      (kind === 'import' && binds.includes(entryPoint)),
  );
}

const givesBack = /(?:^|[\n:;])[ \t]*(?:return|yield)\b[ \t]*[^\s#;]/;

/** Whether it returns something outside functions, which no module does. */
function isBody({ text, statements }: Source): boolean {
  return statements.some(
    ({ kind, sound, from, to }) =>
      sound &&
      kind !== 'function' &&
      kind !== 'class' &&
      doesSomething(kind) &&
      givesBack.test(text.slice(from, to)),
  );
}

/** Words, values, annotations and keywords alone are not a program: `Yes`, `[1, 2]`, `Output: 3`, `pass`. */
function isCode({ statements }: Source): boolean {
  return statements.some(({ kind, sound }) => sound && doesSomething(kind));
}

function doesSomething(kind: StatementKind): boolean {
  return kind !== 'value' && kind !== 'annotation' && kind !== 'keyword';
}
