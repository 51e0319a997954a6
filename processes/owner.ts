import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

import { currentBootId, identityInProc, type ProcessIdentity } from './process-identity';

/** Who made a container or a control group, or holds a lease: one process of one boot of one machine. */
export interface Owner extends ProcessIdentity {
  readonly machine: string;
}

function machineId(): string {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim() || hostname();
  } catch {
    return hostname();
  }
}

export function thisOwner(): Owner {
  const unknown = { pid: process.pid, startTime: '', bootId: currentBootId() };
  return { ...(identityInProc(process.pid) ?? unknown), machine: machineId() };
}

/** As it is written into a label. */
export function formatOwner(owner: Owner): string {
  return [owner.pid, owner.startTime, owner.bootId, owner.machine].join('/');
}

/** null: not a label of ours, to be left alone. */
export function parseOwner(text: string): Owner | null {
  const [pid, startTime, bootId, ...machine] = text.split('/');
  const number = Number(pid);
  if (!Number.isInteger(number) || number <= 0) return null;
  if (startTime === undefined || bootId === undefined || machine.length === 0) return null;
  return { pid: number, startTime, bootId, machine: machine.join('/') };
}

function hasProcess(pid: number): boolean {
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
  if (!hasProcess(owner.pid)) return true;
  return owner.startTime !== '' && identityInProc(owner.pid)?.startTime !== owner.startTime;
}
