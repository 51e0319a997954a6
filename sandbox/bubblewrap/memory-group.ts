import { accessSync, constants, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { isDead, thisOwner, type Owner } from '../owner';
import { stateMark } from './owner-mark';
import { tellsChildren } from './process-tree';

/** Which files set the limit, by version of the kernel's control groups. */
interface Controller {
  readonly parent: string;
  readonly limit: string;
  /** Optional files and what goes into them; swap would make a limit soft. */
  readonly swap: { readonly file: string; readonly value: (bytes: number) => string };
  /** Where a cell sees its own group. */
  readonly shownAt: string;
}

const versionOne: Controller = {
  parent: '/sys/fs/cgroup/memory',
  limit: 'memory.limit_in_bytes',
  swap: { file: 'memory.memsw.limit_in_bytes', value: String },
  shownAt: '/sys/fs/cgroup/memory',
};
const versionTwo: Controller = {
  parent: '/sys/fs/cgroup',
  limit: 'memory.max',
  swap: { file: 'memory.swap.max', value: () => '0' },
  shownAt: '/sys/fs/cgroup',
};

/** One cell's own memory group. */
export interface MemoryGroup {
  readonly folder: string;
  readonly shownAt: string;
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
  return `${labelPrefix(stateLabel)}-${owner.pid}-${owner.started}-${serial}`;
}

async function removeFolder(folder: string): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    try {
      rmdirSync(folder);
      return;
    } catch (error) {
      // Busy until the kernel has let go of the last process.
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY') return;
      await sleep(4);
    }
  }
}

/** Makes memory groups for cells, where this process may. */
export class MemoryGroups {
  private serial = 0;
  private readonly owner = thisOwner();

  private constructor(
    private readonly controller: Controller,
    private readonly stateLabel: string,
  ) {}

  /** null: control groups cannot be made here; `why` is told to whoever asks. */
  static open(stateLabel: string): MemoryGroups | { readonly why: string } {
    const controller = [versionOne, versionTwo].find((one) => hasMemory(one.parent));
    if (controller === undefined) return { why: 'no memory controller under /sys/fs/cgroup' };
    if (!tellsChildren()) return { why: 'the kernel does not tell the children of a process' };
    try {
      accessSync(controller.parent, constants.W_OK);
      const groups = new MemoryGroups(controller, stateLabel);
      const trial = groups.create(64);
      rmdirSync(trial.folder);
      return groups;
    } catch (error) {
      return { why: `${controller.parent}: ${(error as NodeJS.ErrnoException).code ?? 'refused'}` };
    }
  }

  /** A group whose processes together may use so much. */
  create(memoryMb: number): MemoryGroup {
    this.serial += 1;
    const { parent, limit, swap, shownAt } = this.controller;
    const folder = join(parent, groupName(this.stateLabel, this.owner, this.serial));
    const bytes = memoryMb * 1024 * 1024;
    mkdirSync(folder);
    try {
      writeFileSync(join(folder, limit), String(bytes));
      if (existsSync(join(folder, swap.file))) {
        writeFileSync(join(folder, swap.file), swap.value(bytes));
      }
    } catch (error) {
      rmdirSync(folder);
      throw error;
    }
    return {
      folder,
      shownAt,
      join: (pid) => {
        writeFileSync(join(folder, 'cgroup.procs'), String(pid));
      },
      remove: () => removeFolder(folder),
    };
  }
}

function hasMemory(parent: string): boolean {
  if (parent === versionOne.parent) return existsSync(join(parent, versionOne.limit));
  try {
    const enabled = readFileSync(join(parent, 'cgroup.subtree_control'), 'utf8').split(/\s+/);
    return enabled.includes('memory');
  } catch {
    return false;
  }
}

/** Removes empty groups that dead processes of this state folder have left. Returns their names. */
export async function reapMemoryGroups(stateLabel: string): Promise<readonly string[]> {
  const here = thisOwner();
  const reaped: string[] = [];
  for (const { parent } of [versionOne, versionTwo]) {
    const names = existsSync(parent) ? readdirSync(parent) : [];
    for (const name of names.filter((one) => one.startsWith(`${labelPrefix(stateLabel)}-`))) {
      const [pid, started] = name.slice(labelPrefix(stateLabel).length + 1).split('-');
      // Control groups do not outlive a boot, so the boot is this one.
      if (!isDead({ ...here, pid: Number(pid), started: started ?? '' }, here)) continue;
      await removeFolder(join(parent, name));
      reaped.push(name);
    }
  }
  return reaped;
}
