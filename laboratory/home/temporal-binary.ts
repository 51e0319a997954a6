import { spawnSync } from 'node:child_process';

/** Whether this machine can run a command and it ends with 0. */
export function works(command: string, args: readonly string[]): boolean {
  return spawnSync(command, [...args], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

/** The Temporal binary that `npm test` has found or built; null when there is none. */
export function temporalBinary(): string | null {
  const path = process.env['TEMPORAL_CLI_PATH'];
  if (path !== undefined && path !== '') return path;
  return works('temporal', ['--version']) ? 'temporal' : null;
}
