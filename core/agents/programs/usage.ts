import type { ModuleStatement } from '../../adapters/python-reader';

/** Removes mere uses: asserts, calls, examples, `if __name__ == '__main__'`. What a definition needs is kept. */
export function withoutUsage(
  statements: readonly ModuleStatement[],
  text: string,
  entryPoint: string,
): readonly ModuleStatement[] {
  const needed = new Set(statements.filter(isDefinition).flatMap(({ uses }) => uses));
  const users = namesThatUse(statements, entryPoint, needed);
  const defined = statements.findLastIndex(({ binds }) => binds.includes(entryPoint));
  return statements.filter((statement, place) => {
    if (isDefinition(statement) || statement.kind === 'import') return true;
    if (statement.kind === 'assert' || statement.kind === 'main-guard') return false;
    if (statement.binds.some((name) => name === entryPoint || needed.has(name))) return true;
    if (statement.uses.some((name) => users.has(name))) return false;
    if (statement.kind === 'call') return !text.startsWith('print', statement.from);
    if (place < defined || statement.uses.length === 0) return true;
    // After the definition, a statement that fills a needed table is kept, the value of an example is not.
    return statement.kind === 'other' && statement.uses.some((name) => needed.has(name));
  });
}

function isDefinition({ kind }: ModuleStatement): boolean {
  return kind === 'function' || kind === 'class';
}

/** The entry point, statements that ask for input, and everything that is made with these. */
function namesThatUse(
  statements: readonly ModuleStatement[],
  entryPoint: string,
  needed: ReadonlySet<string>,
): ReadonlySet<string> {
  const users = new Set([entryPoint, 'input', 'unittest', 'doctest', 'main']);
  for (const { binds, uses } of statements) {
    if (!uses.some((name) => users.has(name))) continue;
    for (const name of binds) if (!needed.has(name)) users.add(name);
  }
  return users;
}
