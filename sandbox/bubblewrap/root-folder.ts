import { accessSync, constants, lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

import { PythonUnusableError } from '../errors';

/** How a box shows one of the root's top-level folders. */
export type RootEntry =
  | { readonly kind: 'link'; readonly path: string; readonly target: string }
  | { readonly kind: 'bind'; readonly path: string; readonly source: string };

/** A root folder as a box uses it: /usr, the top-level library folders, and the interpreter in it. */
export interface RootFolder {
  readonly root: string;
  readonly entries: readonly RootEntry[];
  /** Absolute inside the box. */
  readonly python: string;
  /** Folders of /usr that Python does not need: covered, so that a box does not depend on them. */
  readonly covered: readonly string[];
}

const topLevel = ['bin', 'lib', 'lib32', 'lib64', 'libx32'] as const;
const interpreters = ['/usr/bin/python3', '/usr/local/bin/python3'] as const;

function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

function entryOf(root: string, name: string): RootEntry | null {
  const source = join(root, name);
  if (!exists(source)) return null;
  if (!lstatSync(source).isSymbolicLink()) return { kind: 'bind', path: `/${name}`, source };
  return { kind: 'link', path: `/${name}`, target: readlinkSync(source) };
}

/** `/`, or as `scripts/build-sandbox-image.ts` makes it. @throws PythonUnusableError without a readable /usr or python3 */
export function inspectRoot(root: string): RootFolder {
  try {
    accessSync(join(root, 'usr'), constants.R_OK | constants.X_OK);
  } catch {
    throw new PythonUnusableError(root, 'it has no readable folder usr');
  }
  const python = interpreters.find((path) => exists(join(root, path)));
  if (python === undefined) {
    throw new PythonUnusableError(root, `there is neither ${interpreters.join(' nor ')}`);
  }
  const local = python.startsWith('/usr/local') ? [] : ['/usr/local'];
  return {
    root,
    entries: topLevel.flatMap((name) => entryOf(root, name) ?? []),
    python,
    covered: [...local, '/usr/src'].filter((path) => exists(join(root, path))),
  };
}
