import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '..', '..');
let path: string | undefined;

/** The command as a person gets it: dist/, built again if a source is newer. */
export function builtCli(): string {
  if (path !== undefined) return path;
  const built = spawnSync(process.execPath, [join('scripts', 'build.mjs'), '--if-stale'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`the build failed: ${built.stderr}`);
  path = join(root, 'dist', 'cli', 'main.js');
  return path;
}
