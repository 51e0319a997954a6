import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { findProcess } from '../../processes';
import type { EspalierHome } from './espalier-home';
import { eventually } from './eventually';

export type Service = 'engine' | 'worker' | 'model-server' | 'supervisor';

/** Pid of a running service of this home, from its record; null when it does not run. */
export async function pidOf(home: EspalierHome, service: Service): Promise<number | null> {
  const name = service === 'model-server' ? modelServerName(home) : service;
  if (name === null) return null;
  const found = await findProcess(home.folder, name);
  return found.kind === 'alive' ? found.record.identity.pid : null;
}

function modelServerName(home: EspalierHome): string | null {
  const file = filesIn(home.folder.processes).find((one) => /^model-[0-9a-f]+\.json$/.test(one));
  return file === undefined ? null : file.slice(0, -'.json'.length);
}

/** SIGKILLs one process (never its group) and waits until it is gone; it may be so already. */
export async function killNow(pid: number): Promise<void> {
  if (!signalled(pid, 'SIGKILL')) return;
  await eventually(`the end of process ${String(pid)}`, () => (isGone(pid) ? true : null), {
    everyMs: 5,
  });
}

/**
 * Kills a service at a moment at which `holds` is true. The service is stopped first and looked at while it can do nothing, so
 * the moment cannot pass. `holds` must be quick, or a busy machine never meets the moment.
 * @returns what `holds` found while the service was stopped
 */
export async function killWhile<T>(
  home: EspalierHome,
  service: Service,
  holds: (pid: number) => T | null | Promise<T | null>,
  everyMs = 5,
): Promise<T> {
  const { seen } = await killAndLook(home, service, holds, () => undefined, everyMs);
  return seen;
}

/** Like `killWhile`; `look` takes a longer look at the stopped service before it is killed. */
export async function killAndLook<T, Look>(
  home: EspalierHome,
  service: Service,
  holds: (pid: number) => T | null | Promise<T | null>,
  look: () => Look | Promise<Look>,
  everyMs = 5,
): Promise<{ readonly seen: T; readonly looked: Look }> {
  return eventually(
    `a moment to kill the ${service}`,
    async () => {
      const pid = await pidOf(home, service);
      if (pid === null || (await holds(pid)) === null) return null;
      if (!signalled(pid, 'SIGSTOP')) return null;
      // Messages on their way to other processes arrive.
      await sleep(50);
      const seen = await holds(pid);
      if (seen === null) {
        process.kill(pid, 'SIGCONT');
        return null;
      }
      const looked = await look();
      await killNow(pid);
      return { seen, looked };
    },
    { withinMs: 240_000, everyMs },
  );
}

/** false: it is gone, by somebody else's hand. */
export function signalled(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    // Not `instanceof Error`: it may be of another realm.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** True when no process has this pid (a zombie counts as none). */
export function isGone(pid: number): boolean {
  const status = text(`/proc/${String(pid)}/stat`);
  return status === '' || status.slice(status.lastIndexOf(')') + 2).startsWith('Z');
}

/** A process's children, their children and so on, whichever thread started them. */
export function descendantsOf(pid: number): readonly number[] {
  const folder = `/proc/${String(pid)}/task`;
  const children = filesIn(folder).flatMap((thread) =>
    text(`${folder}/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
  return [...children, ...children.flatMap(descendantsOf)];
}

export function commandLineOf(pid: number): string {
  return text(`/proc/${String(pid)}/cmdline`)
    .split('\0')
    .join(' ');
}

/** Every process of this machine but this one. */
export function allProcesses(): readonly number[] {
  return filesIn('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid);
}

export function environmentOf(pid: number): readonly string[] {
  return text(`/proc/${String(pid)}/environ`).split('\0');
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function text(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
