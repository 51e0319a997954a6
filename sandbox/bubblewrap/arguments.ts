import { join } from 'node:path';

import {
  boxUser,
  cellEnvironment,
  interpreterArguments,
  scratchBytes,
} from '../cells/surroundings';
import type { ShownGroup } from './memory-group';
import { ownerVariable } from './owner-mark';
import type { RootFolder } from './root-folder';

/** Of /etc only what the loader and library links need; no name, account or address of this machine. */
const loaderFiles = ['/etc/ld.so.cache', '/etc/alternatives'] as const;

function isolate(owner: string): readonly string[] {
  const user = String(boxUser);
  return [
    // User namespaces stay allowed: boxes are made of them, and their filter refuses further ones.
    ...['--unshare-all', '--unshare-user'],
    ...['--uid', user, '--gid', user, '--cap-drop', 'ALL'],
    ...['--die-with-parent', '--new-session', '--as-pid-1', '--hostname', 'sandbox'],
    '--clearenv',
    ...Object.entries({ ...cellEnvironment, [ownerVariable]: owner }).flatMap(([name, value]) => [
      '--setenv',
      name,
      value,
    ]),
  ];
}

function showRoot(root: RootFolder): readonly string[] {
  return [
    ...['--ro-bind', join(root.root, 'usr'), '/usr'],
    ...root.covered.flatMap((path) => ['--tmpfs', path, '--remount-ro', path]),
    ...root.entries.flatMap((entry) =>
      entry.kind === 'link'
        ? ['--symlink', entry.target, entry.path]
        : ['--ro-bind', entry.source, entry.path],
    ),
    ...loaderFiles.flatMap((path) => ['--ro-bind-try', join(root.root, path), path]),
  ];
}

function scratch(path: string): readonly string[] {
  return ['--perms', '0700', '--size', String(scratchBytes), '--tmpfs', path];
}

/**
 * The whole command line of bubblewrap for one cell. Everything but /tmp and /dev/shm is read-only; /dev too, which
 * bubblewrap leaves writable by itself. `counters`: control groups to show, so that the supervisor can
 * read the kernel's counts of memory kills and of CPU time.
 */
export function buildBubblewrapArguments(options: {
  readonly root: RootFolder;
  readonly bootstrap: string;
  readonly owner: string;
  readonly counters: readonly ShownGroup[];
}): readonly string[] {
  const { root, bootstrap, owner, counters } = options;
  return [
    ...isolate(owner),
    ...showRoot(root),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...scratch('/dev/shm'),
    ...['--remount-ro', '/dev'],
    ...scratch('/tmp'),
    ...counters.flatMap(({ folder, shownAt }) => ['--ro-bind', folder, shownAt]),
    ...['--remount-ro', '/', '--chdir', '/tmp'],
    ...['--', root.python, ...interpreterArguments(bootstrap)],
  ];
}
