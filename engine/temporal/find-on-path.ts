import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The first executable file of this name in the folders of a PATH; relative folders are passed over. */
export async function findOnPath(name: string, searchPath: string): Promise<string | null> {
  for (const folder of searchPath.split(delimiter)) {
    const path = join(folder, name);
    if (folder.startsWith('/') && (await isExecutable(path))) return path;
  }
  return null;
}

export async function isExecutable(path: string): Promise<boolean> {
  return (await whyNotExecutable(path)) === null;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is not a folder',
};

/** Why a path cannot be run as a program; null: it can. */
export async function whyNotExecutable(path: string): Promise<string | null> {
  try {
    if (!(await stat(path)).isFile()) return 'it is not a file';
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    return reasons[code] ?? `this user cannot reach it (${code})`;
  }
  return access(path, constants.X_OK).then(
    () => null,
    () => 'this user may not execute it',
  );
}
