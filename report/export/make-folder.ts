import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and what is above it. Step by step: Node's own recursive mkdir never returns on file systems that answer
 * ENOENT for what they will not make (/proc).
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path), mode);
    await mkdirAgain(path, mode);
  }
}

/** Somebody else may have made it meanwhile. */
async function mkdirAgain(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
