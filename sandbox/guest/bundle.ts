import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { NotReadyError } from '../../core/errors/errors';
import { encodeFrame } from './frames';

/** The Python tools as they travel: nothing of them is read from a folder inside a cell. */
export interface GuestBundle {
  /** sha256 over names and contents of `python/sandbox_tools`, and the bootstrap. */
  readonly hash: string;
  /** Text for `python3 -c`: reads the first frame and runs the tools in it. */
  readonly bootstrap: string;
  /** Module name to text. */
  readonly sources: Readonly<Record<string, string>>;
  /** The first frame of every conversation: the sources. */
  readonly frame: Buffer;
}

/** Searched upwards, from the sources or the built files. @throws NotReadyError when the installation is incomplete. */
export function pythonFolder(from: string = __dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'python');
    if (existsSync(join(candidate, 'sandbox_tools', 'main.py'))) return candidate;
    if (dirname(folder) === folder) break;
  }
  throw new NotReadyError(
    `The folder python/sandbox_tools is missing above ${from}`,
    'Install Espalier anew: its Python files are part of it',
    { code: 'SANDBOX_TOOLS_MISSING' },
  );
}

/** Module name of a file of a package, by its path in it; a folder's own module ends in `.__init__`. */
export function moduleName(file: string, packageName = 'sandbox_tools'): string {
  return [packageName, ...file.replace(/\.py$/, '').split(/[\\/]/)].join('.');
}

export function packageSources(
  folder: string,
  packageName: string,
): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.py'))
    .sort();
  const text = (file: string): string => readFileSync(join(folder, file), 'utf8');
  return Object.fromEntries(files.map((file) => [moduleName(file, packageName), text(file)]));
}

export function packBundle(
  sources: Readonly<Record<string, string>>,
  bootstrap: string,
): GuestBundle {
  const hash = createHash('sha256');
  for (const [name, text] of Object.entries({ ...sources, bootstrap })) {
    hash.update(`${name}\0${Buffer.byteLength(text)}\0${text}`);
  }
  return { hash: hash.digest('hex'), bootstrap, sources, frame: encodeFrame(sources) };
}

export function loadGuestBundle(folder: string = pythonFolder()): GuestBundle {
  const bootstrap = readFileSync(join(folder, 'bootstrap.py'), 'utf8');
  return packBundle(packageSources(join(folder, 'sandbox_tools'), 'sandbox_tools'), bootstrap);
}
