import { readSettings } from '../config/settings';
import { stateFolder } from '../config/state-folder';
import { exitCodes } from '../core/errors/errors';
import type { ExitCode } from '../core/errors/errors';
import type { LabContext } from '../lab/lab-context';
import { Output } from './terminal/output';
import { reportError } from './terminal/report-error';

/** What every command has at hand: what the lab needs, and where to write. */
export interface CommandContext extends LabContext {
  readonly output: Output;
}

/** What was typed after a command's name. */
export interface CommandCall<Flags> {
  /** Positional arguments that were given, in order. */
  readonly words: readonly string[];
  readonly flags: Flags;
}

/** Makes a commander action: reads settings, turns errors into a message and exit code. The body's default answer is `ok`. */
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
      const note = (text: string): void => {
        output.note(text);
      };
      const context = { settings, folder: stateFolder(settings), note, output };
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
