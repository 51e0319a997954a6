import type { Message } from '../../schemas/model';
import type { Problem } from '../../tasks/problem';
import { describeProblem } from '../prompts/describe-problem';
import { submitPhrase } from './output-words';
import type { ShellLimits } from './shell-limits';

/** A reply of the model, and what it was told after it. */
export interface ShellTurn {
  readonly reply: string;
  readonly told: string;
}

export interface ShellQuestion {
  readonly problem: Problem;
  readonly limits: ShellLimits;
  readonly turns: readonly ShellTurn[];
}

const system = `You are a software engineer who works on a computer through a bash shell.
Each of your replies contains a short thought and exactly one command, in one block:

\`\`\`bash
your command
\`\`\`

A reply with no such block, or with several, is refused. If the command contains a line of three backticks, use four backticks around the block.`;

/** The conversation of an agent with a shell so far: the loop of mini-swe-agent, in our words. */
export function shellMessages({ problem, limits, turns }: ShellQuestion): readonly Message[] {
  return [
    { role: 'system', content: system },
    { role: 'user', content: task(problem, limits) },
    ...turns.flatMap(({ reply, told }): Message[] => [
      { role: 'assistant', content: reply },
      { role: 'user', content: told },
    ]),
  ];
}

function task(problem: Problem, { steps, commandSeconds }: ShellLimits): string {
  // The agent finds the code by itself.
  const bare = problem.kind === 'patch' ? { ...problem, context: '' } : problem;
  return `${describeProblem(bare)}

The repository is in the current directory. Change its code so that the issue is solved in general, not only for the examples in it. Leave tests and their configuration as they are.

How the shell works:
- Each command runs in a new process in the root of the repository. Files stay; \`cd\` and variables do not: write \`cd sub && command\`.
- A command may take ${String(commandSeconds)} seconds. It gets no input, so do not use editors or pagers. Write files with here-documents, \`sed\` or \`python\`.
- There is no network, and nothing can be installed. \`python\` and \`pytest\` are those of the repository's environment.
- You have ${String(steps)} replies.

A good order: Find and read the relevant code. Write a script that shows the issue, and run it. Change the code. Run the script and the tests of that code. Remove the script.

When you are done, run this command alone. It ends your work. Your answer is the changes to the files of the repository:

\`\`\`bash
echo ${submitPhrase}
\`\`\``;
}
