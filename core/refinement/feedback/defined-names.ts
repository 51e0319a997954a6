const definition = /^(?:async +def|def|class) +([\p{L}_][\p{L}\p{N}_]*)/u;
const assignment = /^([\p{L}_][\p{L}\p{N}_]*)(?: *:[^=\n]*)? *=(?!=)/u;

/** Names that a program defines at its top level, in order, as its lines say it. */
export function definedNames(program: string): readonly string[] {
  const names = withoutLongStrings(program)
    .split('\n')
    .flatMap((line) => definition.exec(line)?.[1] ?? assignment.exec(line)?.[1] ?? []);
  return [...new Set(names)];
}

/** Whether it defines a function of this name inside a class or another function, where nobody can call it by it. */
export function definesInside(program: string, name: string): boolean {
  return withoutLongStrings(program)
    .split('\n')
    .some((line) => {
      const start = line.trimStart();
      return start !== line && definition.exec(start)?.[1] === name;
    });
}

/** What stands in a docstring is no definition. */
function withoutLongStrings(program: string): string {
  return program.replace(/("""|''')[^]*?(?:\1|$(?![^]))/g, '""');
}
