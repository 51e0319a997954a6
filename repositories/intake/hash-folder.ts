import { createHash } from 'node:crypto';
import { createReadStream, promises as fs, type Stats } from 'node:fs';
import * as path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Names, kinds, modes, contents, targets of links; hidden ones too. No times: reading changes them. Opens plain files. */
export async function hashFolder(root: string): Promise<string> {
  const total = createHash('sha256');
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const names = (await fs.readdir(path.join(root, folder))).sort();
    for (const name of names) {
      const place = path.join(folder, name);
      const full = path.join(root, place);
      const found = await fs.lstat(full);
      total.update(
        JSON.stringify([place, kindOf(found), found.mode & 0o7777, await substance(full, found)]),
      );
      if (found.isDirectory()) waiting.push(place);
    }
  }
  return total.digest('hex');
}

function kindOf(found: Stats): string {
  const kinds = {
    file: found.isFile(),
    folder: found.isDirectory(),
    link: found.isSymbolicLink(),
    pipe: found.isFIFO(),
    socket: found.isSocket(),
  };
  return Object.entries(kinds).find(([, is]) => is)?.[0] ?? 'device';
}

async function substance(full: string, found: Stats): Promise<string> {
  if (found.isSymbolicLink()) return fs.readlink(full);
  if (!found.isFile()) return '';
  const digest = createHash('sha256');
  await pipeline(createReadStream(full), digest);
  return digest.digest('hex');
}
