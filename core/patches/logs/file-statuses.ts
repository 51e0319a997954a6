import type { LogParserName } from '../../names/log-parser-names';
import { logParser } from './log-parsers';
import { lines } from './python-text';
import type { TestStatuses } from './test-status';

/** Finds the test file that the next lines of a log are about. null: this line names none. */
type NamedFile = (line: string) => string | null;

/** `sympy/core/tests/test_basic.py[20]`, at the head of the tests of a file. */
const sympyFile: NamedFile = (line) => /^(\S+\.py)\[\d+\]/.exec(line)?.[1] ?? null;
/** The module of `test_a (a.tests.Case)`, as of Python 3.11 `test_a (a.tests.Case.test_a)`, as a path without `.py`. */
const djangoModule: NamedFile = (line) => {
  const [, test = '', place = ''] = /^(\w+) \(([\w.]+)\)/.exec(line) ?? [];
  const parts = place.split('.');
  if (parts.at(-1) === test) parts.pop();
  return parts.length < 2 ? null : parts.slice(0, -1).join('/');
};
/** Runners whose ids name no file, or no path of it. */
const namedFiles: { readonly [Name in LogParserName]?: NamedFile } = {
  django: djangoModule,
  sympy: sympyFile,
};
/** Tracebacks of all files follow. */
const summary = /^(?:_{10,}|={10,})/;

/**
 * The statuses of the tests of one file, from a log of several files, by the parser that judges.
 * @param path of the file, from the root of the repository
 */
export function fileStatuses(log: string, parser: LogParserName, path: string): TestStatuses {
  const namedFile = namedFiles[parser];
  if (namedFile !== undefined) return logParser(parser)(linesOf(log, namedFile, path));
  const all = [...logParser(parser)(log)];
  return new Map(all.filter(([test]) => test.split('::')[0] === path));
}

function linesOf(log: string, namedFile: NamedFile, path: string): string {
  const kept: string[] = [];
  let isOfFile = false;
  for (const line of lines(log)) {
    const file = summary.test(line) ? '' : namedFile(line);
    if (file !== null) isOfFile = isNamed(file, path);
    if (isOfFile) kept.push(line);
  }
  return kept.join('\n');
}

/** Modules are named from the root, or from the folder of all tests in it. */
function isNamed(file: string, path: string): boolean {
  const names = [path, path.replace(/^[^/]*\//, '')].map((name) => name.replace(/\.py$/, ''));
  return names.includes(file.replace(/\.py$/, ''));
}
