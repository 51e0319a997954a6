/** Top-level functions and classes with decorators, nothing between. By lines: programs need not parse. Empty: none. */
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
