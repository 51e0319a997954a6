import { spawn } from 'node:child_process';

import { builtCli } from './built-cli';

export interface CommandEnd {
  /** Null: it was killed by a signal. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningCommand {
  readonly pid: number;
  readonly end: Promise<CommandEnd>;
  /** What it has written to stderr so far. */
  readonly notes: () => string;
}

/** Starts the built command, or that of another package, with exactly this environment. */
export function startCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  cli = builtCli(),
): RunningCommand {
  const child = spawn(process.execPath, [cli, ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const end = new Promise<CommandEnd>((resolve, reject) => {
    child.once('error', reject);
    // Its detached children must not hold the pipes: `exit` would lose late lines, `close` shows a leak of them.
    child.once('close', (code) => {
      resolve({ code, stdout, stderr });
    });
  });
  if (child.pid === undefined) throw new Error(`could not start espalier ${args.join(' ')}`);
  return { pid: child.pid, end, notes: () => stderr };
}
