import { spawn } from 'node:child_process';

import { reasonOf } from '../../processes/errors';

export interface CommandOptions {
  /** The whole environment; absent: this process's own. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Each line of either output as it comes. */
  readonly onLine?: (line: string) => void;
}

/** How a command ended. `problem` is null on exit code 0, else one line that says what happened. */
export interface CommandResult {
  readonly stdout: string;
  readonly problem: string | null;
}

export type RunCommand = (
  argv: readonly [string, ...string[]],
  options: CommandOptions,
) => Promise<CommandResult>;

/** No more of an output is kept than this, characters: its end. */
const keptCharacters = 256 * 1024;

/** Runs a program to its end. Never throws: what goes wrong is in `problem`. */
export const runCommand: RunCommand = ([file, ...args], options) =>
  new Promise((resolve) => {
    const child = spawn(file, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(options.environment === undefined ? {} : { env: options.environment }),
    });
    let stdout = '';
    let stderr = '';
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, options.timeoutMs);
    const finish = (problem: string | null): void => {
      clearTimeout(timer);
      resolve({ stdout, problem });
    };
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout = (stdout + chunk).slice(-keptCharacters);
      report(chunk, options);
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr = (stderr + chunk).slice(-keptCharacters);
      report(chunk, options);
    });
    child.once('error', (error) => {
      finish(`could not run ${file}${reasonOf(error)}`);
    });
    child.once('close', (code, signal) => {
      if (timedOut) finish(`${file} did not end within ${options.timeoutMs} ms`);
      else if (code === 0) finish(null);
      else
        finish(`${file} ended with ${signal ?? `exit code ${code}`}${lastLines(stderr || stdout)}`);
    });
  });

function report(chunk: string, { onLine }: CommandOptions): void {
  if (onLine === undefined) return;
  for (const line of chunk.split('\n')) if (line.trim() !== '') onLine(line.trim());
}

function lastLines(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length === 0 ? '' : `: ${lines.slice(-3).join(' | ').slice(0, 600)}`;
}
