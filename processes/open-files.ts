import { readdir, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Oldest pid first, as far as this user may see `/proc` (root: all); empty without `/proc`.
 * @param descriptor only under this number, e.g. 1 for standard output
 */
export async function processesWithOpenFile(
  path: string,
  options: { readonly descriptor?: number } = {},
): Promise<readonly number[]> {
  const target = await resolved(path);
  const pids = (await list('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const holders: number[] = [];
  for (const pid of pids) {
    if (pid !== process.pid && (await hasOpen(pid, target, options.descriptor))) holders.push(pid);
  }
  return holders.sort((a, b) => a - b);
}

async function hasOpen(
  pid: number,
  target: string,
  descriptor: number | undefined,
): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  const names = descriptor === undefined ? await list(folder) : [String(descriptor)];
  for (const name of names) {
    try {
      if ((await readlink(join(folder, name))) === target) return true;
    } catch {
      // Closed in the meantime, or not ours to look at.
    }
  }
  return false;
}

async function list(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}

/** The kernel shows open files without symbolic links, so the wanted path must have none either. */
async function resolved(path: string): Promise<string> {
  try {
    return join(await realpath(dirname(path)), basename(path));
  } catch {
    return path;
  }
}
