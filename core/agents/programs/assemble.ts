import type { ModuleStatement, StatementKind } from '../../adapters/python-reader';
import type { Source } from './sources';
import { withoutUsage } from './usage';

/** The program in a source, with the parts that it needs from the other sources. */
export function assembled(
  answer: Source,
  sources: readonly Source[],
  entryPoint: string | null,
): string {
  const kept = keptStatements(answer, entryPoint);
  const own = textOf(answer, kept);
  const helpers = missingHelpers(kept, answer, sources);
  return [...helpers, own].join('\n\n');
}

/** No words between statements. A definition that is not Python stays, for its error, unless it is the last and cut off. */
function keptStatements(
  { statements, text }: Source,
  entryPoint: string | null,
): readonly ModuleStatement[] {
  if (entryPoint === null) return statements;
  const kept = statements.filter(({ sound, kind, binds }, place) => {
    if (sound) return true;
    if (kind !== 'function' && kind !== 'class') return false;
    return binds.includes(entryPoint) || place < statements.length - 1;
  });
  return withoutUsage(kept, text, entryPoint);
}

/** The kept statements as written, with the comments between them. */
function textOf({ text, statements }: Source, kept: readonly ModuleStatement[]): string {
  if (kept.length === statements.length) return text.trimEnd();
  const keeps = new Set(kept);
  let program = '';
  let end = 0;
  for (const statement of statements) {
    if (keeps.has(statement)) program += text.slice(end, statement.to);
    else if (program !== '' && !program.endsWith('\n')) program += '\n';
    end = statement.to;
  }
  return program.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
}

interface Helper {
  readonly source: Source;
  readonly place: number;
  readonly statement: ModuleStatement;
}

/** Statements elsewhere that bind names which the program misses: from the nearest source before it, else after it. */
function missingHelpers(
  kept: readonly ModuleStatement[],
  answer: Source,
  sources: readonly Source[],
): readonly string[] {
  const bound = new Set(kept.flatMap(({ binds }) => binds));
  const wanted = kept.flatMap(({ uses }) => uses);
  const offered = helpersByName(sources, answer);
  const place = sources.indexOf(answer);
  const found = new Set<Helper>();
  // The list grows during the loop, because helpers need helpers.
  for (const name of wanted) {
    if (bound.has(name)) continue;
    bound.add(name);
    const helpers = offered.get(name) ?? [];
    const helper = helpers.findLast((one) => one.place < place) ?? helpers[0];
    if (helper === undefined) continue;
    found.add(helper);
    for (const use of helper.statement.uses) wanted.push(use);
  }
  return inOrder(found).map(({ source, statement }) =>
    source.text.slice(statement.from, statement.to),
  );
}

const helping: readonly StatementKind[] = ['import', 'function', 'class', 'assignment'];

/** In order of the reply. */
function helpersByName(
  sources: readonly Source[],
  answer: Source,
): ReadonlyMap<string, readonly Helper[]> {
  const helpers = new Map<string, Helper[]>();
  sources.forEach((source, place) => {
    if (source === answer) return;
    for (const statement of source.statements) {
      if (!statement.sound || statement.stub || !helping.includes(statement.kind)) continue;
      const helper = { source, place, statement };
      for (const name of statement.binds) {
        const named = helpers.get(name);
        if (named === undefined) helpers.set(name, [helper]);
        else named.push(helper);
      }
    }
  });
  return helpers;
}

/** A statement that binds several names is included once. */
function inOrder(helpers: Iterable<Helper>): readonly Helper[] {
  const once = new Map([...helpers].map((helper) => [helper.statement, helper]));
  return [...once.values()].sort(
    (a, b) => a.place - b.place || a.statement.from - b.statement.from,
  );
}
