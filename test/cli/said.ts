import { runCommand } from './sandbox/run-command';

/** What a command prints. Several blanks count as one. */
export async function said(...words: readonly string[]) {
  const { code, stdout, stderr } = await runCommand(words);
  return { code, lines: stdout.trimEnd().replace(/ +/g, ' ').split('\n'), stderr };
}

/** The document of a command that ends well. */
export async function documentOf(...words: readonly string[]): Promise<unknown> {
  const { code, stdout } = await runCommand([...words, '--json']);
  expect(code).toBe(0);
  return JSON.parse(stdout);
}
