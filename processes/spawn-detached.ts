import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

import { ProcessNotStartedError } from './errors';
import { identifyProcess } from './process-identity';
import type { ProcessIdentity } from './process-identity';

/** A program to run, as argv; never a shell line. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  /** The whole environment; absent: this process's own. It is never stored. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly workingFolder?: string;
}

export interface DetachedProcess {
  readonly identity: ProcessIdentity;
  /** How it ended, once it has and as long as we are its parent. */
  readonly exitStatus: () => string | null;
}

/** In a session of its own: neither Ctrl-C nor our end reaches it. @throws ProcessNotStartedError */
export async function spawnDetached(
  name: string,
  command: Command,
  logDescriptor: number,
): Promise<DetachedProcess> {
  const shown = [command.file, ...command.args].join(' ');
  const child = spawn(command.file, command.args, {
    detached: true,
    stdio: ['ignore', logDescriptor, logDescriptor],
    ...(command.environment === undefined ? {} : { env: command.environment }),
    ...(command.workingFolder === undefined ? {} : { cwd: command.workingFolder }),
  });
  let status: string | null = null;
  child.once('exit', (code, signal) => {
    status = signal === null ? `exit code ${String(code)}` : `signal ${signal}`;
  });
  await spawned(child).catch((cause: unknown) => {
    throw new ProcessNotStartedError(name, shown, { cause });
  });
  child.unref();
  const { pid } = child;
  if (pid === undefined) throw new ProcessNotStartedError(name, shown);
  // One that has ended within these moments has no identity any more; its exit status tells.
  const identity = (await identifyProcess(pid)) ?? { pid, startTime: 'ended', bootId: '' };
  return { identity, exitStatus: () => status };
}

function spawned(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
}
