import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import { NotReadyError } from '../core/errors';

/**
 * Makes the state folder and what is above it, readable by its owner only. Step by step: Node's own recursive mkdir
 * never returns on file systems that answer ENOENT for what they will not make (/proc).
 * @throws NotReadyError (`STATE_FOLDER_NOT_WRITABLE`) naming the folder and why.
 */
export async function makeStateFolder(root: string): Promise<void> {
  try {
    await makeFolder(root);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new NotReadyError(
      `the state folder ${root} cannot be made: ${reason}`,
      'Make it writable for this user, or choose another with ESPALIER_HOME',
      { code: 'STATE_FOLDER_NOT_WRITABLE', cause: error },
    );
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await mkdirAgain(path);
  }
}

/** Somebody else may have made it meanwhile. */
async function mkdirAgain(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
