import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A copy of a checkout, with its uncommitted changes, in which faults can be planted. */
export interface ScratchCheckout {
  readonly root: string;
  /** Runs a body while a file of the copy has another text. */
  readonly withText: (
    file: string,
    change: (text: string) => string,
    body: () => Promise<void>,
  ) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function scratchCheckout(original: string): Promise<ScratchCheckout> {
  const folder = await mkdtemp(join(tmpdir(), 'espalier-planted-'));
  const root = join(folder, 'checkout');
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    for (const file of await filesOf(original)) {
      await cp(join(original, file), join(root, file), { preserveTimestamps: true });
    }
    await cp(join(original, 'dist'), join(root, 'dist'), {
      recursive: true,
      preserveTimestamps: true,
    });
    // Hard links: with a symbolic link, modules would be in another folder than those of the copy.
    await run('cp', ['-al', join(original, 'node_modules'), join(root, 'node_modules')]);
    const data = join(original, '..', 'shared');
    if (existsSync(data)) await symlink(data, join(folder, 'shared'));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    root,
    close,
    withText: async (file, change, body) => {
      const path = join(root, file);
      const right = await readFile(path, 'utf8');
      await writeFile(path, change(right));
      try {
        await body();
      } finally {
        await writeFile(path, right);
      }
    },
  };
}

/** Files that git keeps or would keep, as paths from the root. */
async function filesOf(root: string): Promise<readonly string[]> {
  const kinds = ['--cached', '--others', '--exclude-standard'];
  const { stdout } = await run('git', ['ls-files', '-z', ...kinds], {
    cwd: root,
    maxBuffer: 64 << 20,
  });
  const names = new Set(stdout.split('\0').filter((name) => name !== ''));
  // A file that was deleted and not yet committed is still listed.
  return [...names].filter((name) => existsSync(join(root, name)));
}
