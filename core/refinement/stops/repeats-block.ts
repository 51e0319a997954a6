/** Whether a block is one of those, white space at the ends of its lines aside. */
export function repeatsBlock(program: string, earlier: readonly string[]): boolean {
  const own = trimmed(program);
  return earlier.some((one) => trimmed(one) === own);
}

function trimmed(program: string): string {
  return program.replace(/[^\S\n]+$/gm, '').trim();
}
