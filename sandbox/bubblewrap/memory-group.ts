import { accessSync, constants, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { isDead, thisOwner, type Owner } from '../../processes/owner';
import { tellsChildren } from '../../processes/process-table';
import { stateMark } from './owner-mark';

/** Which files set the limit, by version of the kernel's control groups. */
interface Controller {
  readonly version: 1 | 2;
  /** Below the root of all control groups. */
  readonly parent: string;
  readonly limit: string;
  /** Optional files and what goes into them; swap would make a limit soft. */
  readonly swap: { readonly file: string; readonly value: (bytes: number) => string };
  /** Where a cell sees its own group. */
  readonly shownAt: string;
  /** Another hierarchy in which only CPU time is counted, where that takes one. */
  readonly clock: {
    readonly parent: string;
    readonly file: string;
    readonly shownAt: string;
  } | null;
}

const versionOne: Controller = {
  version: 1,
  parent: 'memory',
  limit: 'memory.limit_in_bytes',
  swap: { file: 'memory.memsw.limit_in_bytes', value: String },
  shownAt: '/sys/fs/cgroup/memory',
  clock: { parent: 'cpuacct', file: 'cpuacct.usage', shownAt: '/sys/fs/cgroup/cpuacct' },
};
const versionTwo: Controller = {
  version: 2,
  parent: '.',
  limit: 'memory.max',
  swap: { file: 'memory.swap.max', value: () => '0' },
  shownAt: '/sys/fs/cgroup',
  clock: null,
};

/** Where the kernel shows its control groups, and how one comes and goes there: with all its files. */
export interface ControlGroups {
  readonly root: string;
  readonly make: (folder: string) => void;
  readonly remove: (folder: string) => void;
}

const ofTheKernel: ControlGroups = {
  root: '/sys/fs/cgroup',
  make: (folder) => void mkdirSync(folder),
  remove: rmdirSync,
};

export interface ShownGroup {
  readonly folder: string;
  readonly shownAt: string;
}

/** One cell's own group, in each hierarchy that it takes: the first one limits memory, one counts CPU time. */
export interface MemoryGroup {
  readonly shown: readonly [ShownGroup, ...ShownGroup[]];
  /** Puts a process into it, and so all that it will start. */
  readonly join: (pid: number) => void;
  /** Removes the group once its last process is gone. */
  readonly remove: () => Promise<void>;
}

function labelPrefix(stateLabel: string): string {
  return `espalier-${stateMark(stateLabel)}`;
}

/** Name of a group: whose it is can be read back from it. */
export function groupName(stateLabel: string, owner: Owner, serial: number): string {
  return `${labelPrefix(stateLabel)}-${owner.pid}-${owner.startTime}-${serial}`;
}

/** On a crowded machine the processes of a killed owner need a while to go. */
const longestEmptyingMs = 2_000;

async function removeOnceEmpty(folder: string, { remove }: ControlGroups): Promise<void> {
  const patienceEndsAt = Date.now() + longestEmptyingMs;
  for (;;) {
    try {
      remove(folder);
      return;
    } catch (error) {
      // Busy until the kernel has let go of the last process.
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY' || Date.now() > patienceEndsAt) return;
      await sleep(4);
    }
  }
}

/** Makes memory groups for cells, where this process may. */
export class MemoryGroups {
  /** Of all in this process: it may have opened the backend twice. */
  private static serial = 0;
  private readonly owner = thisOwner();

  private constructor(
    private readonly controller: Controller,
    private readonly stateLabel: string,
    private readonly place: ControlGroups,
  ) {}

  /** null: control groups cannot be made here; `why` is told to whoever asks. */
  static open(
    stateLabel: string,
    place: ControlGroups = ofTheKernel,
  ): MemoryGroups | { readonly why: string } {
    const controller = [versionOne, versionTwo].find((one) => hasMemory(one, place));
    if (controller === undefined) return { why: `no memory controller under ${place.root}` };
    if (!tellsChildren()) return { why: 'the kernel does not tell the children of a process' };
    const parent = join(place.root, controller.parent);
    try {
      accessSync(parent, constants.W_OK);
      const groups = new MemoryGroups(controller, stateLabel, place);
      const trial = groups.create(64);
      for (const { folder } of trial.shown) place.remove(folder);
      return groups;
    } catch (error) {
      return { why: `${parent}: ${(error as NodeJS.ErrnoException).code ?? 'refused'}` };
    }
  }

  /** A group whose processes together may use so much. */
  create(memoryMb: number): MemoryGroup {
    MemoryGroups.serial += 1;
    const { parent, limit, swap, shownAt } = this.controller;
    const { make, remove, root } = this.place;
    const name = groupName(this.stateLabel, this.owner, MemoryGroups.serial);
    const folder = join(root, parent, name);
    const bytes = memoryMb * 1024 * 1024;
    make(folder);
    try {
      writeFileSync(join(folder, limit), String(bytes));
      if (existsSync(join(folder, swap.file))) {
        writeFileSync(join(folder, swap.file), swap.value(bytes));
      }
    } catch (error) {
      remove(folder);
      throw error;
    }
    const shown = [{ folder, shownAt }, ...this.createClock(name)] as const;
    return {
      shown,
      join: (pid) => {
        for (const one of shown) writeFileSync(join(one.folder, 'cgroup.procs'), String(pid));
      },
      remove: async () => {
        for (const one of shown) await removeOnceEmpty(one.folder, this.place);
      },
    };
  }

  /** None where it may not: time is then counted as it is seen. */
  private createClock(name: string): readonly ShownGroup[] {
    const { clock } = this.controller;
    const parent = clock === null ? null : join(this.place.root, clock.parent);
    if (clock === null || parent === null || !existsSync(join(parent, clock.file))) return [];
    const folder = join(parent, name);
    try {
      this.place.make(folder);
    } catch {
      return [];
    }
    return [{ folder, shownAt: clock.shownAt }];
  }
}

function hasMemory({ version, parent, limit }: Controller, { root }: ControlGroups): boolean {
  if (version === 1) return existsSync(join(root, parent, limit));
  try {
    const enabled = readFileSync(join(root, 'cgroup.subtree_control'), 'utf8').split(/\s+/);
    return enabled.includes('memory');
  } catch {
    return false;
  }
}

/** Removes empty groups that dead processes of this state folder have left. Returns their names. */
export async function reapMemoryGroups(
  stateLabel: string,
  place: ControlGroups = ofTheKernel,
): Promise<readonly string[]> {
  const here = thisOwner();
  const reaped = new Set<string>();
  const parents = [versionOne, versionTwo].flatMap(({ parent, clock }) =>
    clock === null ? [parent] : [parent, clock.parent],
  );
  for (const parent of parents) {
    const folder = join(place.root, parent);
    const names = existsSync(folder) ? readdirSync(folder) : [];
    for (const name of names.filter((one) => one.startsWith(`${labelPrefix(stateLabel)}-`))) {
      const [pid, started] = name.slice(labelPrefix(stateLabel).length + 1).split('-');
      // Control groups do not outlive a boot, so the boot is this one.
      if (!isDead({ ...here, pid: Number(pid), startTime: started ?? '' }, here)) continue;
      await removeOnceEmpty(join(folder, name), place);
      reaped.add(name);
    }
  }
  return [...reaped];
}
