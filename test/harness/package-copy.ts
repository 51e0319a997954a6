import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join, resolve } from 'node:path';

import { builtCli } from '../../laboratory/home/built-cli';

const root = resolve(__dirname, '..', '..');

/** The package as it is built, in a folder of its own, which may be changed. */
export interface PackageCopy {
  readonly folder: string;
  /** The command in it. */
  readonly cli: string;
  readonly dispose: () => void;
}

/** @param without folders of `dist/` that it lacks */
export function copyPackage(without: readonly string[] = []): PackageCopy {
  const built = dirname(dirname(builtCli()));
  const folder = mkdtempSync(join(tmpdir(), 'espalier-package-'));
  const left = without.map((name) => join(built, name));
  cpSync(built, join(folder, 'dist'), { recursive: true, filter: (path) => !left.includes(path) });
  for (const name of ['package.json', 'python']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  cpSync(join(root, 'datasets'), join(folder, 'datasets'), {
    recursive: true,
    filter: (path) => extname(path) !== '.ts',
  });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    cli: join(folder, 'dist', 'cli', 'main.js'),
    dispose: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
