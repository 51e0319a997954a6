import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';

import { UsageError } from '../../../core/errors/errors';
import { makeFolder } from '../../../report/export/make-folder';

/** Path below the person's folder for a program's file name. @throws UsageError (`BAD_FILE`): elsewhere, or not printable */
export function safeName(name: string): string {
  const parts = name.split('/');
  const bad = parts.some((part) => part === '' || part === '.' || part === '..');
  if (bad || /[\p{Cc}\p{Cf}\\]/u.test(name)) {
    throw new UsageError(
      `${JSON.stringify(name)} is no name for a file here`,
      'Say where it is to go: /save NAME PATH',
      { code: 'BAD_FILE' },
    );
  }
  return name;
}

/** @throws UsageError (`BAD_FILE`) when something is there already, or it cannot be written */
export async function saveFile(
  path: string,
  content: Uint8Array,
  { replace }: { readonly replace: boolean },
): Promise<void> {
  if (/\p{Cc}/u.test(path)) {
    throw new UsageError(`${JSON.stringify(path)} is no path`, 'Name another', {
      code: 'BAD_FILE',
    });
  }
  try {
    await makeFolder(dirname(path));
    if (!replace) await writeFile(path, content, { flag: 'wx' });
    else {
      // A link that stands there is replaced, and not what it leads to.
      const beside = join(dirname(path), `.${randomBytes(6).toString('hex')}`);
      await writeFile(beside, content, { flag: 'wx' });
      await rename(beside, path);
    }
  } catch (error) {
    const there = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      there ? `${path} is there already` : `${path} cannot be written: ${reason}`,
      there ? 'Name another path, or end with ! to replace it' : 'Name another path',
      { code: 'BAD_FILE', cause: error },
    );
  }
}

/** Writes a file under a name that is free: `plot.png`, `plot-2.png` and so on. Returns null where it is there as it is. */
export async function saveBeside(path: string, content: Uint8Array): Promise<string | null> {
  const kind = extname(path);
  const stem = path.slice(0, path.length - kind.length);
  for (let nth = 1; ; nth += 1) {
    const free = nth === 1 ? path : `${stem}-${String(nth)}${kind}`;
    const there = await readFile(free).catch(() => null);
    if (there !== null && Buffer.compare(there, content) === 0) return null;
    if (there !== null) continue;
    await saveFile(free, content, { replace: false });
    return free;
  }
}
