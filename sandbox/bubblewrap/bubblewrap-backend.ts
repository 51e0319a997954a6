import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  cellMemoryMb,
  type CellBackend,
  type CellShape,
  type RunningCell,
} from '../cells/cell-backend';
import { keepLastWords } from '../cells/last-words';
import { drawUser, hasCellUsers } from '../cells/cell-user';
import { boxUser } from '../cells/surroundings';
import { SandboxMissingError, SandboxUnavailableError } from '../errors';
import { requireProcessCount } from '../kernel';
import { thisOwner } from '../../processes/owner';
import { killProcess } from '../../processes/kill-process';
import { childrenOf, descendantsOf } from '../../processes/process-table';
import { buildBubblewrapArguments, loaderCache } from './arguments';
import { MemoryGroups, type MemoryGroup } from './memory-group';
import { ownerMark } from './owner-mark';
import { inspectRoot, type RootFolder } from './root-folder';

const namespacesRemedy =
  'Allow user namespaces (sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone=1, or an AppArmor profile for bwrap), or use Docker';

/** A cell is up within this even on a crowded machine; past it the order of killing matters no more. */
const longestStartMs = 10_000;

/** @throws SandboxMissingError */
function findBubblewrap(searchPath: string, remedy: string): string {
  for (const folder of searchPath.split(delimiter)) {
    const candidate = join(folder || '.', 'bwrap');
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      continue;
    }
  }
  throw new SandboxMissingError([`bubblewrap (bwrap) is not on ${searchPath}`], remedy);
}

/**
 * Root has to step down before bubblewrap starts: a user namespace made by root maps to root, whatever `--uid` says,
 * and then /etc/shadow of the root folder is readable and the process limit is not enforced.
 */
function dropRoot(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const user = hasCellUsers() ? drawUser() : boxUser;
  return { uid: user, gid: user };
}

/** After those of the three standard streams. */
const firstFreeDescriptor = 3;

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch {
    return null;
  }
}

/** Resolves when the cell is gone and its pipes are closed, with the error if it never came to be. */
function closed(child: ChildProcess): Promise<Error | null> {
  return new Promise((resolve) => {
    child.once('close', () => resolve(null));
    child.once('error', resolve);
  });
}

/**
 * Kills the cell's first process, and bubblewrap's own follows. Never the other way round: bubblewrap killed while it
 * starts leaves a process behind that waits for ever. Without its input a cell that has just started ends by itself.
 */
async function endCell(child: ChildProcess, over: Promise<unknown>): Promise<void> {
  child.stdin?.destroy();
  let gone = false;
  const whenOver = over.then(() => (gone = true));
  const patienceEndsAt = Date.now() + longestStartMs;
  while (!gone && child.pid !== undefined) {
    childrenOf(child.pid).forEach(killProcess);
    if (Date.now() > patienceEndsAt) child.kill('SIGKILL');
    await Promise.race([whenOver, sleep(5)]);
  }
}

export interface BubblewrapOptions {
  readonly searchPath: string;
  /** Folder with /usr; `/` for this machine's own. */
  readonly root: string;
  readonly stateLabel: string;
  readonly bootstrap: string;
  /** What to do where there is none. */
  readonly remedy: string;
  /** Of the running kernel, as `uname -r` has it. */
  readonly kernelRelease: string;
}

/** Cells by bubblewrap: no daemon, one unprivileged process tree each, gone when this process is. */
export class BubblewrapBackend implements CellBackend {
  readonly name = 'bubblewrap';
  readonly place: string;
  readonly memoryUnbounded: string | null;
  private readonly groups: MemoryGroups | null;
  private readonly mark: string;

  private constructor(
    private readonly program: string,
    private readonly root: RootFolder,
    private readonly options: BubblewrapOptions,
  ) {
    const groups = MemoryGroups.open(options.stateLabel);
    this.groups = groups instanceof MemoryGroups ? groups : null;
    this.memoryUnbounded = groups instanceof MemoryGroups ? null : groups.why;
    this.place = root.root === '/' ? 'host' : `root:${root.root}`;
    this.mark = ownerMark(options.stateLabel, thisOwner());
  }

  /** @throws SandboxMissingError, SandboxUnsafeError, PythonUnusableError */
  static open(options: BubblewrapOptions): BubblewrapBackend {
    if (process.platform !== 'linux') {
      const reason = `bubblewrap needs Linux, this is ${process.platform}`;
      throw new SandboxMissingError([reason], options.remedy);
    }
    const program = findBubblewrap(options.searchPath, options.remedy);
    requireProcessCount('bubblewrap', options.kernelRelease);
    return new BubblewrapBackend(program, inspectRoot(options.root), options);
  }

  readonly start = async (
    shape: CellShape,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<RunningCell> => {
    signal.throwIfAborted();
    const group = this.createGroup(shape);
    const child = this.spawnCell(shape, group);
    const over = closed(child);
    const end = async (): Promise<void> => {
      await endCell(child, over);
      await group?.remove();
    };
    const { pid, stdin, stdout } = child;
    if (pid === undefined || stdin === null || stdout === null) {
      const cause = await over;
      await end();
      throw this.unavailable(cause?.message ?? 'it has no pipes', cause);
    }
    const confine = (): void => {
      if (group !== null) this.confine(group, pid);
    };
    const lastWords = keepLastWords(child.stderr);
    const place = { kind: 'process', pid } as const;
    return { place, input: stdin, output: stdout, lastWords, confine, end };
  };

  readonly close = async (): Promise<void> => undefined;

  private createGroup(shape: CellShape): MemoryGroup | null {
    if (this.groups === null) return null;
    try {
      return this.groups.create(cellMemoryMb(shape));
    } catch (cause) {
      throw this.unavailable('its memory group could not be made', cause);
    }
  }

  private spawnCell({ space }: CellShape, group: MemoryGroup | null): ChildProcess {
    const { root, options } = this;
    const cache = openIfThere(join(root.root, loaderCache));
    const args = buildBubblewrapArguments({
      root,
      bootstrap: options.bootstrap,
      owner: this.mark,
      counters: group?.shown ?? [],
      cacheDescriptor: cache === null ? null : firstFreeDescriptor,
      filesMb: space?.filesMb,
    });
    try {
      return spawn(this.program, args, {
        cwd: '/',
        env: {},
        stdio: ['pipe', 'pipe', 'pipe', ...(cache === null ? [] : [cache])],
        ...dropRoot(),
      });
    } finally {
      if (cache !== null) closeSync(cache);
    }
  }

  /** After its hello a cell is at rest: all of its processes are there, and none is about to make another. */
  private confine(group: MemoryGroup, outer: number): void {
    for (const pid of descendantsOf(outer)) {
      try {
        group.join(pid);
      } catch (cause) {
        // Gone meanwhile: the conversation hears its last words.
        if ((cause as NodeJS.ErrnoException).code === 'ESRCH') return;
        throw this.unavailable('its memory group refused the cell', cause);
      }
    }
  }

  private unavailable(reason: string, cause: unknown): SandboxUnavailableError {
    return new SandboxUnavailableError(this.name, reason, {
      remedy: namespacesRemedy,
      cause,
    });
  }
}
