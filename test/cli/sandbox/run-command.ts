import { buildProgram } from '../../../cli/program';

export interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command in this very process, with what it wrote and its exit code. */
export async function runCommand(args: readonly string[]): Promise<Said> {
  const written = { stdout: '', stderr: '' };
  const before = process.exitCode;
  const streams = (['stdout', 'stderr'] as const).map((name) =>
    jest.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += String(text);
      return true;
    }),
  );
  try {
    await buildProgram().parseAsync(['node', 'espalier', ...args]);
    return { code: Number(process.exitCode ?? 0), ...written };
  } finally {
    for (const stream of streams) stream.mockRestore();
    process.exitCode = before ?? 0;
  }
}
