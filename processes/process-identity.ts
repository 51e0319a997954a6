import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { processFacts } from './process-table';

/** A pid is reused after a while, and at once after a reboot: the start time and the boot tell processes apart. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Linux: clock ticks since boot. Elsewhere: what `ps` prints. */
  readonly startTime: string;
  /** Linux: the kernel's boot id. Elsewhere empty, where the start time is an absolute one. */
  readonly bootId: string;
}

const isLinux = process.platform === 'linux';

/** The identity of a live process; null when there is none (a zombie counts as none). */
export async function identifyProcess(pid: number): Promise<ProcessIdentity | null> {
  return isLinux ? identityInProc(pid) : identifyByPs(pid);
}

/** As `identifyProcess`, at once, by /proc; null also where there is none. What it reads lies in memory. */
export function identityInProc(pid: number): ProcessIdentity | null {
  const facts = processFacts(pid);
  if (facts === null || facts.ended) return null;
  return { pid, startTime: facts.started, bootId: currentBootId() };
}

export async function ownIdentity(): Promise<ProcessIdentity> {
  return (await identifyProcess(process.pid)) ?? { pid: process.pid, startTime: '', bootId: '' };
}

/** True while exactly that process lives: not another one with its pid, not one before the last boot. */
export async function isRunning(identity: ProcessIdentity): Promise<boolean> {
  const now = await identifyProcess(identity.pid);
  return now?.startTime === identity.startTime && now.bootId === identity.bootId;
}

/** True when the process leads its own session, as every detached child of ours does. Linux only; elsewhere false. */
export async function leadsSession(pid: number): Promise<boolean> {
  return isLinux && processFacts(pid)?.session === pid;
}

/** The kernel's name for this boot; empty where it has none. */
export function currentBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

function identifyByPs(pid: number): Promise<ProcessIdentity | null> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], (error, stdout) => {
      const [state, ...start] = stdout.trim().split(/\s+/);
      const ended = error !== null || state === undefined || state === '' || state.startsWith('Z');
      resolve(ended ? null : { pid, startTime: start.join(' '), bootId: '' });
    });
  });
}
