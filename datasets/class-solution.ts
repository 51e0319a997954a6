/** How the tests of a method of a class are calls of a function. */
export interface MethodBridge {
  readonly className: string;
  /** Put before a program. */
  readonly preamble: string;
  /** Put behind the statement. */
  readonly words: string;
}

/** Names that LeetCode's own Python has, and that its starters and solutions use without importing them. */
const imports = ['typing', 'collections', 'heapq', 'bisect', 'itertools', 'functools']
  .map((name) => `from ${name} import *\n`)
  .join('');

/**
 * Where a starter begins a `class Solution`, its method is called through a function of the same name that makes an instance:
 * arguments and results are data then, so that a verdict needs no object of the program's. A program that defines the
 * function itself, without a class, replaces it: that is accepted, as LiveCodeBench does. null: there is no such class.
 */
export function methodBridge(starter: string, method: string): MethodBridge | null {
  if (!/^class Solution\b/m.test(starter)) return null;
  return {
    className: 'Solution',
    preamble: `${imports}import math\n\n\ndef ${method}(*args):\n    return Solution().${method}(*args)\n`,
    words: `\nTests call \`${method}(...)\`, which is \`Solution().${method}(...)\`.\n`,
  };
}
