import type { TestRunner } from '../../core/schemas/patch-task';

/** A word of a shell: parts without quotes, in single quotes, or in double quotes. */
const word = /(?:[^\s'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+/g;
const assignment = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s;
const operators = /^(?:&&|\|\|?|;|[<>&].*|2>.*)$/;
const pythons = /^python[23]?(?:\.\d+)?$/;

/**
 * A command that runs tests: `pytest …`, `python -m pytest …`, or a script of the repository, with variables in front. null: it is
 * more than one command, or another program (`tox`), which only a shell and an image can run.
 */
export function testRunnerOf(command: string): TestRunner | null {
  const words = (command.match(word) ?? []).map(unquoted);
  if (words.length === 0 || words.some((one) => operators.test(one))) return null;
  const environment: Record<string, string> = {};
  let at = 0;
  for (let found = assignment.exec(words[at] ?? ''); found !== null;) {
    environment[found[1] ?? ''] = found[2] ?? '';
    at += 1;
    found = assignment.exec(words[at] ?? '');
  }
  const rest = words.slice(at);
  const pytest = pytestArguments(rest);
  if (pytest !== null) return { kind: 'pytest', arguments: [...pytest], environment };
  const script = pythons.test(rest[0] ?? '') ? rest.slice(1) : rest;
  const [file = ''] = script;
  if (!file.includes('/') || file.startsWith('/') || file.startsWith('-')) return null;
  const path = file.replace(/^\.\//, '');
  return { kind: 'script', arguments: [path, ...script.slice(1)], environment };
}

function pytestArguments([first = '', ...more]: readonly string[]): readonly string[] | null {
  if (first === 'pytest' || first === 'py.test') return more;
  const isModule = pythons.test(first) && more[0] === '-m' && more[1] === 'pytest';
  return isModule ? more.slice(2) : null;
}

function unquoted(text: string): string {
  return text.replaceAll(
    /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g,
    (_all, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? escaped ?? '',
  );
}
