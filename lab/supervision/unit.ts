import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { detachedEnvironment, writtenEnvironment } from '../../config/settings';
import type { LabContext } from '../lab-context';
import { ownEntry } from '../services/own-process';
import { systemctl } from './systemctl';
import { unitText } from './unit-text';
import { sha256Of } from '../sha256-of';

/** What became of the systemd user unit of a state folder. */
export interface UnitChange {
  /** Its name, as systemd knows it. */
  readonly unit: string;
  readonly file: string;
  /** Why systemd could not be told; null: it was. */
  readonly untold: string | null;
  /** What a person has to type, since systemd could not be told. */
  readonly commands: readonly string[];
}

type UnitPlace = Pick<LabContext, 'settings' | 'folder'>;

/**
 * Writes a systemd user unit that runs this state folder's supervisor from boot on, and has systemd start it. Safe to repeat.
 * No secret goes into it: a key only as the name of its file.
 * @throws StateFolderNotWritableError, DiskFullError
 */
export async function installUnit({ settings, folder }: UnitPlace): Promise<UnitChange> {
  const { unit, file } = unitOf({ settings, folder });
  const text = unitText({
    root: folder.root,
    command: [process.execPath, ownEntry('supervisor-main'), '{}'],
    environment: {
      ...writtenEnvironment(settings),
      ESPALIER_HOME: folder.root,
      PATH: settings.PATH,
    },
    logFile: join(folder.logs, 'supervisor.log'),
  });
  try {
    // systemd makes the log, and no folder for it.
    await mkdir(folder.logs, { recursive: true, mode: 0o700 });
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { mode: 0o600 });
  } catch (error) {
    const { folderFailure } = await import('../../processes/index.js');
    throw folderFailure(error, file);
  }
  const steps = [['daemon-reload'], ['enable', '--now', unit]];
  return { unit, file, ...(await tell({ settings }, steps)) };
}

/** Has systemd stop and forget the unit, and removes it; null: there was none. */
export async function uninstallUnit({ settings, folder }: UnitPlace): Promise<UnitChange | null> {
  const { unit, file } = unitOf({ settings, folder });
  if (installedUnit({ settings, folder }) === null) return null;
  const disabled = await tell({ settings }, [['disable', '--now', unit]]);
  await rm(file, { force: true });
  const forgotten = await tell({ settings }, [['daemon-reload']]);
  return {
    unit,
    file,
    untold: disabled.untold ?? forgotten.untold,
    commands: [...disabled.commands, ...forgotten.commands],
  };
}

/** Its unit's name, where one was written for this state folder; else null. */
export function installedUnit(place: UnitPlace): string | null {
  const { unit, file } = unitOf(place);
  return existsSync(file) ? unit : null;
}

function unitOf({ settings, folder }: UnitPlace): Pick<UnitChange, 'unit' | 'file'> {
  const hash = sha256Of(folder.root).slice(0, 8);
  const unit = `espalier-${hash}.service`;
  const configFolder = settings.XDG_CONFIG_HOME ?? join(settings.HOME, '.config');
  return { unit, file: join(configFolder, 'systemd', 'user', unit) };
}

/** Tells systemd one thing after the other, up to the first that it does not do. */
async function tell(
  { settings }: Pick<LabContext, 'settings'>,
  steps: readonly (readonly string[])[],
): Promise<Pick<UnitChange, 'untold' | 'commands'>> {
  for (const [index, words] of steps.entries()) {
    const untold = await systemctl(words, detachedEnvironment(settings));
    if (untold === null) continue;
    const commands = steps.slice(index).map((step) => `systemctl --user ${step.join(' ')}`);
    return { untold, commands };
  }
  return { untold: null, commands: [] };
}
