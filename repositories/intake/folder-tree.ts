import { promises as fs } from 'node:fs';
import * as path from 'node:path';

import { IntakeFailure } from './intake-failure';
import { pathTrouble, sortLinks } from './safe-path';
import { type IntakeLimits, nothingNamed, type SnapshotEntry, type Tree } from './snapshot';

/** Folders that tools make anew and nobody keeps. */
const made = new Set([
  '.git',
  '.hg',
  '.svn',
  '__pycache__',
  '.venv',
  'venv',
  'node_modules',
  '.tox',
  '.nox',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
]);

/** Plain files and links: opening a FIFO would wait for ever. @throws IntakeFailure too many files or bytes */
export async function readFolderTree(root: string, limits: IntakeLimits): Promise<Tree> {
  const entries: SnapshotEntry[] = [];
  const special: string[] = [];
  const leftOut: { path: string; why: string }[] = [];
  let bytes = 0;
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const found of await fs.readdir(path.join(root, folder), { withFileTypes: true })) {
      const place = folder === '' ? found.name : `${folder}/${found.name}`;
      const full = path.join(root, place);
      const why = made.has(found.name) ? null : pathTrouble(place);
      if (why !== null) leftOut.push({ path: place.slice(0, 300), why });
      else if (made.has(found.name)) continue;
      else if (found.isDirectory()) waiting.push(place);
      else if (found.isSymbolicLink())
        entries.push({ kind: 'link', path: place, target: await fs.readlink(full) });
      else if (!found.isFile()) special.push(place);
      else {
        const { size, mode } = await fs.lstat(full);
        if (size > limits.mostFileBytes) {
          leftOut.push({ path: place, why: `${size} bytes` });
          continue;
        }
        bytes += size;
        if (entries.length >= limits.mostFiles)
          throw new IntakeFailure('too_large', `more than ${limits.mostFiles} files`);
        if (bytes > limits.mostBytes)
          throw new IntakeFailure('too_large', `more than ${limits.mostBytes} bytes`);
        entries.push({
          kind: 'file',
          path: place,
          executable: (mode & 0o100) !== 0,
          content: await fs.readFile(full),
        });
      }
    }
  }
  const { kept, refused } = sortLinks(entries);
  return {
    entries: kept,
    named: { ...nothingNamed, links: refused, special: special.sort(), leftOut },
  };
}
