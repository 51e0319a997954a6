import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

import { startTicks } from './processes/process-table';

/** Who made a container or a control group: one process of one boot of one machine. */
export interface Owner {
  readonly pid: number;
  /** Start of the process in the kernel's ticks: tells it from a later one with the same id. */
  readonly started: string;
  readonly bootId: string;
  readonly machine: string;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

export function thisOwner(): Owner {
  return {
    pid: process.pid,
    started: startTicks(process.pid),
    bootId: read('/proc/sys/kernel/random/boot_id'),
    machine: read('/etc/machine-id') || hostname(),
  };
}

/** As it is written into a label. */
export function formatOwner(owner: Owner): string {
  return [owner.pid, owner.started, owner.bootId, owner.machine].join('/');
}

/** null: not a label of ours, to be left alone. */
export function parseOwner(text: string): Owner | null {
  const [pid, started, bootId, ...machine] = text.split('/');
  const number = Number(pid);
  if (!Number.isInteger(number) || number <= 0) return null;
  if (started === undefined || bootId === undefined || machine.length === 0) return null;
  return { pid: number, started, bootId, machine: machine.join('/') };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether an owner is certainly gone. One of another machine never is: it cannot be seen from here. */
export function isDead(owner: Owner, here: Owner = thisOwner()): boolean {
  if (owner.machine !== here.machine) return false;
  if (owner.bootId !== here.bootId) return true;
  if (!isRunning(owner.pid)) return true;
  return owner.started !== '' && startTicks(owner.pid) !== owner.started;
}
