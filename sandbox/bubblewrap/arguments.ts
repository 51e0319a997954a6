import { join } from 'node:path';

import { fileSpacePath } from '../cells/cell-backend';
import {
  boxUser,
  cellEnvironment,
  interpreterArguments,
  scratchBytes,
} from '../cells/surroundings';
import type { ShownGroup } from './memory-group';
import { ownerVariable } from './owner-mark';
import type { RootFolder } from './root-folder';

/** The machine's folders for the guest, which covers each by the cell's view: otherwise locks on files would cross cells. */
const shared = '/.shared';

/** Of /etc only what the loader and library links need; no name, account or address of this machine. */
const libraryLinks = '/etc/alternatives';
export const loaderCache = '/etc/ld.so.cache';

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
    // Said to whoever reads this command line, and to nobody inside.
    ...['--unsetenv', ownerVariable],
  ];
}

/** `how`: `--ro-bind` and its like. */
function share(how: string, source: string, path: string): readonly string[] {
  return [how, source, path, how, source, `${shared}${path}`];
}

function showRoot(root: RootFolder, cacheDescriptor: number | null): readonly string[] {
  return [
    ...share('--ro-bind', join(root.root, 'usr'), '/usr'),
    ...root.covered.flatMap((path) => ['--tmpfs', path, '--remount-ro', path]),
    ...root.entries.flatMap((entry) =>
      entry.kind === 'link'
        ? ['--symlink', entry.target, entry.path]
        : share('--ro-bind', entry.source, entry.path),
    ),
    ...share('--ro-bind-try', join(root.root, libraryLinks), libraryLinks),
    // Of a file there is no such view, only a copy.
    ...(cacheDescriptor === null
      ? []
      : ['--perms', '0644', '--file', String(cacheDescriptor), loaderCache]),
  ];
}

function scratch(path: string, bytes: number = scratchBytes): readonly string[] {
  return ['--perms', '0700', '--size', String(bytes), '--tmpfs', path];
}

/** With the names that a network of a box's own has; the cell's first process writes them there. */
function fileSpace(megabytes: number): readonly string[] {
  const hosts = ['--symlink', `${fileSpacePath}/guest/hosts`, '/etc/hosts'];
  return [...scratch(fileSpacePath, megabytes * 1024 * 1024), ...hosts];
}

/**
 * Everything but /tmp and /dev/shm is read-only; /dev too, which bubblewrap leaves writable. `counters`: control groups for
 * the controller's counts of memory kills and CPU time. `cacheDescriptor`: of the loader's cache, to copy.
 */
export function buildBubblewrapArguments(options: {
  readonly root: RootFolder;
  readonly bootstrap: string;
  readonly owner: string;
  readonly counters: readonly ShownGroup[];
  readonly cacheDescriptor: number | null;
  /** Size of the folder for archives; absent: there is none. */
  readonly filesMb?: number | undefined;
}): readonly string[] {
  const { root, bootstrap, owner, counters, cacheDescriptor, filesMb } = options;
  return [
    ...isolate(owner),
    ...showRoot(root, cacheDescriptor),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...scratch('/dev/shm'),
    ...['--remount-ro', '/dev'],
    ...scratch('/tmp'),
    ...(filesMb === undefined ? [] : fileSpace(filesMb)),
    ...counters.flatMap(({ folder, shownAt }) => ['--ro-bind', folder, shownAt]),
    ...['--remount-ro', '/', '--chdir', '/tmp'],
    ...['--', root.python, ...interpreterArguments(bootstrap)],
  ];
}
