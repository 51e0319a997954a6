import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

let path: string | undefined;

/** The command as a person gets it: dist/, built again if a source is newer. */
export function builtCli(): string {
  path ??= builtCliOf(resolve(__dirname, '..', '..'));
  return path;
}

/** The same of any checkout. @throws Error when dist/ is older than a source and the build fails */
export function builtCliOf(checkout: string): string {
  const built = spawnSync(process.execPath, [join('scripts', 'build.mjs'), '--if-stale'], {
    cwd: checkout,
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`the build failed: ${built.stderr}`);
  return join(checkout, 'dist', 'cli', 'main.js');
}
