import { extractProgram } from '../../../../core/agents/extract-program';
import { pythonReader } from '../../../../datasets';

/** The program with the entry point `f` in a reply of these lines. */
export function programIn(...lines: readonly string[]): string | null {
  return extractProgram(lines.join('\n'), { entryPoint: 'f', ...pythonReader }).program;
}

/** The smallest program that counts. */
export const f = 'def f(x):\n    return x';

export function fenced(code: string, info = 'python'): string {
  return `\`\`\`${info}\n${code}\n\`\`\``;
}
