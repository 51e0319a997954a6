import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { cp, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { startTicks } from '../../processes/process-table';

const run = promisify(execFile);
const prefix = 'espalier-scratch-';
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A copy of a checkout, with its uncommitted changes, in which sources can be changed. */
export interface ScratchCheckout {
  readonly root: string;
  /** Runs a body while a file of the copy has another text. */
  readonly withText: <T>(
    file: string,
    change: (text: string) => string,
    body: () => Promise<T>,
  ) => Promise<T>;
}

/** Runs a body with a copy of a checkout. The copy is removed after it, and when the process is interrupted. */
export async function withScratchCheckout<T>(
  original: string,
  body: (checkout: ScratchCheckout) => Promise<T>,
): Promise<T> {
  await removeLeftovers();
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${String(process.pid)}-`));
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  };
  const leave = (signal: (typeof signals)[number]): void => {
    process.exit(128 + constants.signals[signal]);
  };
  process.once('exit', remove);
  for (const signal of signals) process.once(signal, leave);
  try {
    const root = join(folder, 'checkout');
    await copyCheckout(original, root);
    return await body({ root, withText: withTextIn(root) });
  } finally {
    remove();
    process.off('exit', remove);
    for (const signal of signals) process.off(signal, leave);
  }
}

/** Copies of processes that were killed and could not remove them. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    if (startTicks(Number.parseInt(name.slice(prefix.length), 10)) !== '') continue;
    const removed = rm(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 20 });
    // Another user's copy stays.
    await removed.catch(() => undefined);
  }
}

/** Copies the sources, the build and the packages. The data beside the checkout is linked. */
async function copyCheckout(original: string, root: string): Promise<void> {
  for (const file of await filesOf(original)) {
    await cp(join(original, file), join(root, file), { preserveTimestamps: true });
  }
  const dist = join(original, 'dist');
  if (existsSync(dist)) {
    await cp(dist, join(root, 'dist'), { recursive: true, preserveTimestamps: true });
  }
  await copyPackages(join(original, 'node_modules'), join(root, 'node_modules'));
  const data = join(original, '..', 'shared');
  if (existsSync(data)) await symlink(data, join(root, '..', 'shared'));
}

/** As hard links where that can be. With a symbolic link, modules would be in another folder than those of the copy. */
async function copyPackages(from: string, to: string): Promise<void> {
  await run('cp', ['-al', from, to]).catch(async () => {
    // Another file system.
    await rm(to, { recursive: true, force: true });
    await run('cp', ['-a', from, to]);
  });
}

function withTextIn(root: string): ScratchCheckout['withText'] {
  return async (file, change, body) => {
    const path = join(root, file);
    const right = await readFile(path, 'utf8');
    await writeFile(path, change(right));
    try {
      return await body();
    } finally {
      await writeFile(path, right);
    }
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
