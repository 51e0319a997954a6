import type { Command } from 'commander';

import { readSettings } from '../config/settings';
import type { Settings } from '../config/settings';
import { stateFolder } from '../config/state-folder';
import type { StateFolder } from '../config/state-folder';
import { exitCodes } from '../core/errors';
import type { ExitCode } from '../core/errors';
import type { Store } from '../core/ports/records';
import { openStore } from '../store';
import { Output, reportError } from './output';

/** What every command has at hand. */
export interface CommandContext {
  readonly settings: Settings;
  readonly folder: StateFolder;
  readonly output: Output;
}

/**
 * Turns a body into a commander action: settings are read, errors become a message and an exit code. The exit code
 * is the body's answer, `ok` when it gives none.
 */
export function action<Args extends readonly unknown[]>(
  body: (context: CommandContext, ...args: Args) => Promise<ExitCode | undefined>,
): (...args: [...Args, Record<string, unknown>, Command]) => Promise<void> {
  return async (...all) => {
    const command = all.at(-1) as Command;
    const json = command.opts()['json'] === true;
    const args = all.slice(0, -1) as unknown as Args;
    try {
      const settings = readSettings();
      const context = { settings, folder: stateFolder(settings), output: new Output({ json }) };
      process.exitCode = (await body(context, ...args)) ?? exitCodes.ok;
    } catch (error) {
      process.exitCode = reportError(error, json);
    }
  };
}

/** Opens the store for the time of a body. */
export async function withStore<T>(
  { settings, folder }: CommandContext,
  body: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore({ path: folder.store, synchronous: settings.ESPALIER_STORE_SYNC });
  try {
    return await body(store);
  } finally {
    await store.close();
  }
}
