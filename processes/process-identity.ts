import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/**
 * Which process a pid meant when it was written down. A pid alone is reused after a while, and after a reboot at once:
 * the start time and the boot tell them apart.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** Linux: clock ticks since boot. Elsewhere: what `ps` prints. */
  readonly startTime: string;
  /** Linux: the kernel's boot id. Elsewhere empty, where the start time is an absolute one. */
  readonly bootId: string;
}

interface ProcessStat {
  readonly state: string;
  readonly session: number;
  readonly threads: number;
  readonly startTime: string;
}

const isLinux = process.platform === 'linux';

/** The identity of a live process; null when there is none (a zombie counts as none). */
export async function identifyProcess(pid: number): Promise<ProcessIdentity | null> {
  if (!isLinux) return identifyByPs(pid);
  const stat = await readStat(pid);
  if (stat === null || hasEnded(stat)) return null;
  return { pid, startTime: stat.startTime, bootId: await currentBootId() };
}

/** A first thread that has ended is not yet the process's end: the others still hold its ports and files. */
function hasEnded({ state, threads }: ProcessStat): boolean {
  return state === 'X' || (state === 'Z' && threads <= 1);
}

/** The identity of this very process. */
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
  return isLinux && (await readStat(pid))?.session === pid;
}

async function readStat(pid: number): Promise<ProcessStat | null> {
  let line: string;
  try {
    line = await readFile(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [state, , , session] = fields;
  const threads = Number(fields[17]);
  const startTime = fields[19];
  if (state === undefined || session === undefined || startTime === undefined) return null;
  return { state, session: Number(session), threads, startTime };
}

async function currentBootId(): Promise<string> {
  try {
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
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
