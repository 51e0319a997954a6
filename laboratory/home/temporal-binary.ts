import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

import { readSettings } from '../../config/settings';
import { cacheFolder } from '../../config/state-folder';
import { cachedBinaryPath } from '../../engine/temporal-binary';

/** Whether this machine can run a command and it ends with 0. */
export function works(command: string, args: readonly string[]): boolean {
  return spawnSync(command, [...args], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

/** The Temporal binary: TEMPORAL_CLI_PATH, PATH, or what `npm test` has built into the user's cache. null: there is none. */
export function temporalBinary(): string | null {
  const path = process.env['TEMPORAL_CLI_PATH'];
  if (path !== undefined && path !== '') return path;
  if (works('temporal', ['--version'])) return 'temporal';
  const cached = cachedBinaryPath(cacheFolder(readSettings()));
  return existsSync(cached) ? cached : null;
}
