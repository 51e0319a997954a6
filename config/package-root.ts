import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { NotReadyError } from '../core/errors/errors';

/** Where `python/` and the bundled problems are. @throws NotReadyError when no folder above `from` is ours */
export function findPackageRoot(from: string = __dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (isOurs(join(folder, 'package.json'))) return folder;
    if (dirname(folder) === folder) break;
  }
  throw new NotReadyError(
    `no package.json of espalier in ${from} or any folder above it`,
    'Run espalier from its checkout or its installed package, with package.json beside dist/',
    { code: 'PACKAGE_ROOT_MISSING' },
  );
}

function isOurs(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return (
      typeof parsed === 'object' &&
      parsed !== null &&
      'name' in parsed &&
      parsed.name === 'espalier'
    );
  } catch {
    // Another package's unreadable file is no reason to stop climbing.
    return false;
  }
}
