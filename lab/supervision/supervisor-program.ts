/** The supervisor as a process: detached, started with the services it keeps up, or in the foreground of a systemd unit. */
import { readSettings } from '../../config/settings';
import { stateFolder } from '../../config/state-folder';
import { EspalierError, exitCodes } from '../../core/errors/errors';
import { supervise } from './supervise';

function say(text: string): void {
  process.stderr.write(`${new Date().toISOString()} ${text}\n`);
}

async function main(): Promise<void> {
  const settings = readSettings();
  await supervise({ settings, folder: stateFolder(settings), note: say });
}

// The supervisor handles no signals. A kill at any moment loses nothing: the next process finds what the supervisor was starting.
main().then(
  () => process.exit(exitCodes.ok),
  (error: unknown) => {
    say(error instanceof EspalierError ? `${error.message}\n  ${error.remedy}` : String(error));
    process.exit(error instanceof EspalierError ? error.exitCode : exitCodes.notReady);
  },
);
