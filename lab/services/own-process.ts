import { join } from 'node:path';

import { detachedEnvironment } from '../../config/settings';
import type { Settings } from '../../config/settings';
import { findPackageRoot } from '../../config/package-root';
import type { Command } from '../../processes';

/** The entry points that are detached processes of their own, and where the build puts them. */
const folders = {
  'worker-main': 'workers',
  'model-server-main': 'workers',
  'supervisor-main': 'lab/supervision',
} as const;
export type OwnProcess = keyof typeof folders;

/** The command of a detached process of ours: its built entry point, its options as one argument, and our settings. */
export function ownProcess(entry: OwnProcess, options: object, settings: Settings): Command {
  return {
    file: process.execPath,
    args: [ownEntry(entry), JSON.stringify(options)],
    environment: detachedEnvironment(settings),
  };
}

/** The built file of an entry point. */
export function ownEntry(entry: OwnProcess): string {
  return join(findPackageRoot(), 'dist', folders[entry], `${entry}.js`);
}
