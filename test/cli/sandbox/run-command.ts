import { Command } from 'commander';

import { buildProgram } from '../../../cli/program';
import { throwing } from '../../../cli/run-program';
import { buildTrials } from '../../../laboratory/trials/program';

export interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(program: Command, args: readonly string[]): Promise<Said> {
  const written = { stdout: '', stderr: '' };
  const before = process.exitCode;
  const streams = (['stdout', 'stderr'] as const).map((name) =>
    jest.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += String(text);
      return true;
    }),
  );
  try {
    await program.parseAsync(['node', 'espalier', ...args]);
    return { code: Number(process.exitCode ?? 0), ...written };
  } finally {
    for (const stream of streams) stream.mockRestore();
    process.exitCode = before ?? 0;
  }
}

/** A command in this very process, with what it wrote and its exit code. */
export const runCommand = async (args: readonly string[]): Promise<Said> =>
  run(await buildProgram(), args);

/** The same of commands that a test registers, with something else in place of what they work on. */
export async function runRegistered(
  register: (program: Command) => void,
  args: readonly string[],
): Promise<Said> {
  const program = new Command('espalier').enablePositionalOptions();
  register(program);
  return run(throwing(program), args);
}

/** The same of a trial: `hostile FOLDER`. */
export const runTrial = (args: readonly string[]): Promise<Said> => run(buildTrials(), args);
