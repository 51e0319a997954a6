import { readSettings } from '../config/settings';
import type { Settings } from '../config/settings';
import { stateFolder } from '../config/state-folder';
import type { StateFolder } from '../config/state-folder';
import { exitCodes } from '../core/errors';
import type { ExitCode } from '../core/errors';
import type { Store } from '../core/ports/records';
import { makeStateFolder } from '../lab/make-state-folder';
import { Output } from './terminal/output';
import { reportError } from './terminal/report-error';

/** What every command has at hand. */
export interface CommandContext {
  readonly settings: Settings;
  readonly folder: StateFolder;
  readonly output: Output;
}

/** What was typed after a command's name. */
export interface CommandCall<Flags> {
  /** Positional arguments that were given, in order. */
  readonly words: readonly string[];
  readonly flags: Flags;
}

/**
 * Turns a body into a commander action: settings are read, errors become a message and an exit code. The exit code
 * is the body's answer, `ok` when it gives none.
 */
export function action<Flags = Record<string, unknown>>(
  body: (context: CommandContext, call: CommandCall<Flags>) => Promise<ExitCode | undefined>,
): (...all: unknown[]) => Promise<void> {
  return async (...all) => {
    // Commander calls with the positional arguments, then the flags, then the command.
    const flags = all.at(-2) as Flags & { readonly json?: boolean };
    const words = all
      .slice(0, -2)
      .flat()
      .filter((word) => typeof word === 'string');
    let output = new Output({ json: flags.json === true });
    try {
      const settings = readSettings();
      // A terminal of a continuous-integration service is a log: nothing is drawn over there.
      output = new Output({ json: output.json, draws: settings.CI === undefined });
      const context = { settings, folder: stateFolder(settings), output };
      process.exitCode = (await body(context, { words, flags })) ?? exitCodes.ok;
    } catch (error) {
      process.exitCode = reportError(error, output);
    }
  };
}

/** A positional argument that commander has seen to. */
export function word({ words }: CommandCall<unknown>, place: number): string {
  return words[place] ?? '';
}

/** Opens the store for the time of a body. */
export async function withStore<T>(
  { settings, folder }: CommandContext,
  body: (store: Store) => Promise<T>,
): Promise<T> {
  await makeStateFolder(folder.root);
  const { openStore } = await import('../store/index.js');
  const store = await openStore({ path: folder.store, synchronous: settings.ESPALIER_STORE_SYNC });
  try {
    return await body(store);
  } finally {
    await store.close();
  }
}
