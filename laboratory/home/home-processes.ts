import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { findProcess, isRunning, type ProcessIdentity } from '../../processes';
import { stateMark } from '../../sandbox/bubblewrap/owner-mark';
import type { EspalierHome } from './espalier-home';
import { eventually } from './eventually';

/** What was on its way to others when a process was stopped has arrived after this, ms. */
const arrivesWithinMs = 50;
/** Between two looks, ms: a moment is stopped before it is relied upon, so a look need not hit its beginning. */
const usualEveryMs = 20;

export type Service = 'engine' | 'worker' | 'model-server' | 'supervisor';

/** Pid of a running service of this home, from its record; null when it does not run. */
export async function pidOf(home: EspalierHome, service: Service): Promise<number | null> {
  const name = service === 'model-server' ? modelServerName(home) : service;
  if (name === null) return null;
  const found = await findProcess(home.folder, name);
  return found.kind === 'alive' ? found.record.identity.pid : null;
}

function modelServerName(home: EspalierHome): string | null {
  return modelServerNames(home)[0] ?? null;
}

function modelServerNames(home: EspalierHome): readonly string[] {
  return filesIn(home.folder.processes)
    .filter((one) => /^model-[0-9a-f]+\.json$/.test(one))
    .map((one) => one.slice(0, -'.json'.length));
}

/** Like `pidOf`, for looks that are repeated: reads the record, and does not search the machine when it is of a dead process. */
async function recordedPid(home: EspalierHome, name: string): Promise<number | null> {
  const identity = recordedIdentity(join(home.folder.processes, `${name}.json`));
  return identity !== null && (await isRunning(identity)) ? identity.pid : null;
}

function recordedIdentity(record: string): ProcessIdentity | null {
  try {
    return (JSON.parse(text(record)) as { readonly identity: ProcessIdentity | null }).identity;
  } catch {
    // Absent, or seen while it was written.
    return null;
  }
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
 * the moment cannot pass. The model servers are stopped for the look as well, before the service: a question that is seen
 * without an answer gets none before the kill.
 * @returns what `holds` found while the service was stopped
 */
export async function killWhile<T>(
  home: EspalierHome,
  service: Service,
  holds: (pid: number) => T | null | Promise<T | null>,
  everyMs = usualEveryMs,
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
  everyMs = usualEveryMs,
): Promise<{ readonly seen: T; readonly looked: Look }> {
  return eventually(
    `a moment to kill the ${service}`,
    async () => {
      const name = service === 'model-server' ? modelServerName(home) : service;
      const pid = name === null ? null : await recordedPid(home, name);
      if (pid === null || (await holds(pid)) === null) return null;
      const others = (await modelServersOf(home)).filter((one) => one !== pid);
      return whileStopped([...others, pid], async () => {
        // Messages on their way to other processes arrive.
        await sleep(arrivesWithinMs);
        const seen = isGone(pid) ? null : await holds(pid);
        if (seen === null) return null;
        const looked = await look();
        await killNow(pid);
        return { seen, looked };
      });
    },
    { withinMs: 240_000, everyMs },
  );
}

async function modelServersOf(home: EspalierHome): Promise<readonly number[]> {
  const pids = await Promise.all(modelServerNames(home).map((name) => recordedPid(home, name)));
  return pids.filter((pid) => pid !== null);
}

/** Does something while processes are stopped, in this order; those that are left then go on. */
async function whileStopped<T>(pids: readonly number[], work: () => Promise<T>): Promise<T> {
  try {
    for (const pid of pids) signalled(pid, 'SIGSTOP');
    return await work();
  } finally {
    for (const pid of pids) signalled(pid, 'SIGCONT');
  }
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

/** Its processes and boxes, told by their environment or their command line. */
export function processesOf(home: Pick<EspalierHome, 'folder'>): readonly string[] {
  const { root } = home.folder;
  const mark = `${stateMark(root)}:`;
  return allProcesses()
    .filter((pid) => {
      if (isGone(pid)) return false;
      const line = commandLineOf(pid);
      return (
        line.includes(`${root}/`) ||
        line.includes(mark) ||
        environmentOf(pid).includes(`ESPALIER_HOME=${root}`)
      );
    })
    .map((pid) => `process ${String(pid)}: ${commandLineOf(pid).slice(0, 200)}`);
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
