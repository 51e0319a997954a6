import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { StateFolder } from '../../config/state-folder';
import { NotReadyError } from '../../core/errors/errors';

type Folder = Pick<StateFolder, 'processes'>;

const fileOf = ({ processes }: Folder): string => join(processes, 'stopped-by-hand');

/** Records a person's stop first, so that no watcher restarts services. @throws StateFolderNotWritableError, DiskFullError */
export async function markStopped(folder: Folder): Promise<void> {
  if (!existsSync(folder.processes)) return;
  await change(folder, () => writeFile(fileOf(folder), ''));
}

/** Records that a person wants everything to run again. @throws StateFolderNotWritableError, DiskFullError */
export async function clearStopped(folder: Folder): Promise<void> {
  await change(folder, () => rm(fileOf(folder), { force: true }));
}

/** Whether a person has stopped everything, and nobody has started it since. */
export function isStopped(folder: Folder): boolean {
  return existsSync(fileOf(folder));
}

/** @throws NotReadyError (`STOPPED_BY_HAND`) when a person has stopped everything meanwhile */
export function requireNotStopped(folder: Folder): void {
  if (!isStopped(folder)) return;
  throw new NotReadyError(
    '`espalier down` has stopped the work',
    '`espalier run list` shows what waits, `espalier run resume RUN` goes on; nothing that was answered is asked again',
    { code: 'STOPPED_BY_HAND' },
  );
}

async function change(folder: Folder, body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    const { folderFailure } = await import('../../processes/index.js');
    throw folderFailure(error, fileOf(folder));
  }
}
