import { spawn } from 'node:child_process';

interface Program {
  readonly cwd: string;
  /** A path, or a name in PATH. */
  readonly command: string;
  readonly args: readonly string[];
  /** Variables beside those of this process. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Whether its output is shown on stderr while it runs. Default: it is only returned. */
  readonly shown?: boolean;
  /** After this time, the program and its children are killed. Default: none. */
  readonly limitMs?: number;
}

export interface Ended {
  /** null: a signal ended it. */
  readonly code: number | null;
  /** All of its output, in the order in which it came. */
  readonly output: string;
  readonly overdue: boolean;
}

/** Runs a program to its end, whatever its exit code is. If this process exits before, the program and its children are killed. */
export async function runToEnd(program: Program): Promise<Ended> {
  const { cwd, command, args, variables = {}, shown = false, limitMs } = program;
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const kill = (): void => {
    killGroup(child.pid);
  };
  // Before others remove the folder that it works in.
  process.prependOnceListener('exit', kill);
  let overdue = false;
  const limit = setTimeout(
    () => {
      overdue = true;
      kill();
    },
    limitMs ?? 2 ** 31 - 1,
  );
  let output = '';
  const hear = (piece: Buffer): void => {
    output += piece.toString();
    if (shown) process.stderr.write(piece);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      // Not `close`: a process that it left behind may hold its output open.
      child.once('error', reject).once('exit', resolve);
    });
    return { code, output, overdue };
  } finally {
    clearTimeout(limit);
    process.off('exit', kill);
    killGroup(child.pid);
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody of it is left.
  }
}
