import { spawn } from 'node:child_process';

interface Program {
  readonly cwd: string;
  /** A path, or a name in PATH. */
  readonly command: string;
  readonly args: readonly string[];
  /** Whether its output is shown on stderr while it runs. Default: it is only returned. */
  readonly shown?: boolean;
}

export interface Ended {
  /** null: a signal ended it. */
  readonly code: number | null;
  /** All of its output, in the order in which it came. */
  readonly output: string;
}

/** Runs a program to its end, whatever its exit code is. If this process exits before, the program and its children are killed. */
export async function runToEnd({ cwd, command, args, shown = false }: Program): Promise<Ended> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const kill = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  process.once('exit', kill);
  let output = '';
  const hear = (piece: Buffer): void => {
    output += piece.toString();
    if (shown) process.stderr.write(piece);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    });
    return { code, output };
  } finally {
    process.off('exit', kill);
  }
}
