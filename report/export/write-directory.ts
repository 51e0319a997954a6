import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { NotReadyError, UsageError } from '../../core/errors';

const unfinishedPrefix = '.espalier-export-';

/**
 * Checks that a folder may be written to, before the work of filling it.
 * @throws UsageError when it is no folder, or not empty without `force`.
 */
export async function checkDirectory(directory: string, force: boolean): Promise<void> {
  const found = await stat(directory).catch((error: unknown) => absent(directory, error));
  if (found === null) return;
  if (!found.isDirectory()) {
    throw new UsageError(`${directory} is not a folder`, 'Name a folder, or one to be made', {
      code: 'EXPORT_NOT_A_FOLDER',
    });
  }
  const entries = (await readdir(directory)).filter((name) => !name.startsWith(unfinishedPrefix));
  if (entries.length > 0 && !force) {
    throw new UsageError(
      `${directory} is not empty`,
      'Name an empty folder, or add --force to replace the files of an earlier export in it',
      { code: 'EXPORT_NOT_EMPTY' },
    );
  }
}

/**
 * Writes files into a folder so that a reader never sees half of one: they are made beside it (a folder that does not
 * exist appears whole) or inside it (each file is renamed into place, the last name last).
 * @throws NotReadyError (`EXPORT_NOT_WRITABLE`) naming the folder; nothing of ours is left then.
 */
export async function writeDirectory(
  directory: string,
  files: readonly (readonly [name: string, content: string | Uint8Array])[],
): Promise<void> {
  const target = resolve(directory);
  let unfinished: string | null = null;
  try {
    const exists = (await stat(target).catch((error: unknown) => absent(target, error))) !== null;
    const place = exists ? target : dirname(target);
    await mkdir(place, { recursive: true });
    unfinished = join(place, `${unfinishedPrefix}${randomUUID()}`);
    await mkdir(unfinished);
    for (const [name, content] of files) await writeSynced(join(unfinished, name), content);
    if (exists) {
      for (const [name] of files) await rename(join(unfinished, name), join(target, name));
    } else {
      await rename(unfinished, target);
    }
  } catch (error) {
    throw new NotReadyError(
      `cannot write the export to ${target}: ${messageOf(error)}`,
      'Name a folder that this user may write to, on a disk with room',
      { code: 'EXPORT_NOT_WRITABLE', cause: error },
    );
  } finally {
    if (unfinished !== null) await rm(unfinished, { recursive: true, force: true });
  }
}

async function writeSynced(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o644);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

function absent(path: string, error: unknown): null {
  // No `instanceof`: the error may come from another realm (a test's).
  if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') {
    return null;
  }
  throw new NotReadyError(
    `cannot look at ${path}: ${messageOf(error)}`,
    'Name a folder that this user may write to',
    { code: 'EXPORT_NOT_WRITABLE', cause: error },
  );
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}
