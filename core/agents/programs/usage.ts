import type { ModuleStatement } from '../../adapters/python-reader';

/**
 * Which statements belong to a program whose entry point somebody else will call; the others use it: asserts, calls,
 * examples, `if __name__ == '__main__'`. What a definition needs stays.
 */
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
    // Behind the definition: what fills a table that it needs is of use, an example's value is not.
    return statement.kind === 'other' && statement.uses.some((name) => needed.has(name));
  });
}

function isDefinition({ kind }: ModuleStatement): boolean {
  return kind === 'function' || kind === 'class';
}

/** The entry point, what asks somebody for input, and all that is made with them. */
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
