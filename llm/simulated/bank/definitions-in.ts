/**
 * The functions and classes at the top of a module, decorators with them, without what stands between: blank lines,
 * comments, imports, examples, calls. By its lines alone, so that a program that does not parse has its definitions, too.
 * Empty where there are none.
 */
export function definitionsIn(program: string): string {
  const kept: string[] = [];
  let inside = false;
  for (const line of program.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    // A bracket or a string's end in the first column goes on with what is open.
    if (/^[^\s)\]}'"]/.test(line)) inside = /^(?:@|(?:async\s+)?def\b|class\b)/.test(line);
    if (inside) kept.push(line.trimEnd());
  }
  return kept.join('\n');
}
