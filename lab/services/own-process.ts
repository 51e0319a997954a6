import { join } from 'node:path';

import { detachedEnvironment } from '../../config/settings';
import type { Settings } from '../../config/settings';
import { findPackageRoot } from '../../config/package-root';
import type { Command } from '../../processes';

/** The entry points in workers/ that are detached processes of their own. */
export type OwnProcess = 'worker-main' | 'model-server-main';

/** How a detached process of ours is started: its built entry point, its options as one argument, our settings. */
export function ownProcess(entry: OwnProcess, options: object, settings: Settings): Command {
  return {
    file: process.execPath,
    args: [join(findPackageRoot(), 'dist', 'workers', `${entry}.js`), JSON.stringify(options)],
    environment: detachedEnvironment(settings),
  };
}
