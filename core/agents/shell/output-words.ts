import type { ShellOutput } from '../../adapters/shell';
import { plainText } from '../../words/plain-text';

/** First line of the output of the command that ends the work. */
export const submitPhrase = 'ESPALIER_PATCH_IS_COMPLETE';

/** Longest output that is shown whole, in characters. Of a longer one, half of it from each end is shown (mini-swe-agent). */
export const mostOutputChars = 10_000;

/** Whether a command ended the work: it succeeded, and its output begins with the line that says so. */
export function submits({ exit, head }: ShellOutput): boolean {
  return exit === 0 && head.trimStart().split('\n', 1)[0]?.trim() === submitPhrase;
}

/** What the model is told of a command. @param differing commands that gave another output when they were run again */
export function outputWords(
  output: ShellOutput,
  { seconds, differing }: { readonly seconds: number; readonly differing: readonly string[] },
): string {
  const { exit } = output;
  const end =
    exit === null
      ? `The command was stopped after ${String(seconds)} seconds.`
      : exit < 0
        ? `The command was killed by signal ${String(-exit)}.`
        : `Exit code: ${String(exit)}`;
  return [end, `Output:\n${outputText(output)}`, ...differingWords(differing)].join('\n');
}

/** What the model is told of a command that ended its box. */
export function endedWords(how: string): string {
  return (
    `The command ended the machine that it ran on (${how}). Its output is lost, and its changes are undone. ` +
    'Use less memory, disk or output.'
  );
}

/** What the model is told of a reply without exactly one command. */
export function formatWords(problem: string): string {
  return (
    `Your reply cannot be executed: ${problem}. Reply with a short thought and exactly one command in one block:\n\n` +
    '```bash\nyour command\n```'
  );
}

function outputText({ head, tail, elided }: ShellOutput): string {
  if (head === '' && tail === '') return '(none)';
  if (elided === 0 && head.length + tail.length <= mostOutputChars) return plainText(head + tail);
  const half = mostOutputChars / 2;
  const [first, last] = tail === '' ? [head, head.slice(half)] : [head, tail];
  return [
    plainText(first.slice(0, half)),
    '... the middle of this output is left out; use a command that writes less, such as head, tail, sed -n or grep ...',
    plainText(last.slice(-half)),
  ].join('\n');
}

function differingWords(commands: readonly string[]): readonly string[] {
  if (commands.length === 0) return [];
  return [
    'Note: to restore the files, earlier commands that change files were run again. The output of these commands differs from before:',
    ...commands.map((command) => `- ${plainText(command).split('\n', 1)[0]?.slice(0, 200) ?? ''}`),
  ];
}
