import { join } from 'node:path';

import { findPackageRoot } from '../../config/package-root';

/** How a detached process of ours is started: this very program, with other arguments and our environment. */
export function ownCommand(args: readonly string[]): {
  readonly file: string;
  readonly args: readonly string[];
} {
  const main = join(findPackageRoot(), 'dist', 'cli', 'main.js');
  return { file: process.execPath, args: [main, ...args] };
}
