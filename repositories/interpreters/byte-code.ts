import { execFile } from 'node:child_process';
import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

import { interpreterFolder } from '../../core/repository/interpreter';
import type { SnapshotEntry } from '../intake/snapshot';
import type { InterpreterFacts } from './ask-interpreter';

/** A library takes some 20 s; a busy machine more. */
const mostMs = 600_000;

/**
 * Byte code of the modules of a library. Boxes cannot write it, so without it every process would compile what it imports. It is valid
 * whatever the times of the source files are. Empty before Python 3.7, where byte code depends on these times.
 * @throws Error of the file system
 */
export async function byteCodeOf(
  library: readonly SnapshotEntry[],
  { program, version }: Pick<InterpreterFacts, 'program' | 'version'>,
): Promise<readonly SnapshotEntry[]> {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 3 || (major === 3 && minor < 7)) return [];
  const root = await fs.mkdtemp(path.join(tmpdir(), 'byte-code-'));
  try {
    for (const entry of library) {
      if (entry.kind !== 'file' || !entry.path.endsWith('.py')) continue;
      const copy = path.join(root, entry.path);
      await fs.mkdir(path.dirname(copy), { recursive: true });
      await fs.writeFile(copy, entry.content);
    }
    await compileAll(program, root);
    const names = await fs.readdir(root, { recursive: true });
    const compiled = names.filter((name) => name.endsWith('.pyc'));
    return await Promise.all(
      compiled.map(async (name) => ({
        ...({ kind: 'file', executable: false } as const),
        path: name.split(path.sep).join('/'),
        content: await fs.readFile(path.join(root, name)),
      })),
    );
  } finally {
    await fs.rm(root, { recursive: true, force: true });
  }
}

/** Files with errors get no byte code. If the program does not start, no file gets any. */
async function compileAll(program: string, root: string): Promise<void> {
  const hashed = ['--invalidation-mode', 'unchecked-hash'];
  const words = ['-s', '-S', '-m', 'compileall', '-q', '-d', interpreterFolder, ...hashed, root];
  await new Promise<void>((resolve) => {
    execFile(
      program,
      words,
      {
        ...{ timeout: mostMs, cwd: '/' },
        env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8', PYTHONHASHSEED: '0' },
      },
      () => {
        resolve();
      },
    ).stdin?.end();
  });
}
