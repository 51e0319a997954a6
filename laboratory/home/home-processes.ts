import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { findProcess, isRunning, type ProcessIdentity } from '../../processes';
import type { EspalierHome } from './espalier-home';
import { eventually } from './eventually';
import { filesIn, isGone, isStopped, text } from './machine-processes';

/** Milliseconds until messages that a process sent before it was stopped have arrived. */
const arrivesWithinMs = 50;
/** Milliseconds between two looks. A look need not hit the start of the moment, because the processes are stopped before the kill. */
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
 * Kills a service at a moment at which `holds` is true. It is stopped first, so the moment cannot pass, and before it the
 * model servers: a question seen without an answer gets none before the kill. @returns what `holds` found
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

/** Does something while the model servers of a home answer nothing, so that no problem comes to its end meanwhile. */
export async function whileModelsStand<T>(home: EspalierHome, work: () => Promise<T>): Promise<T> {
  return whileStopped(await modelServersOf(home), work);
}

/** Does something while processes are stopped, in this order; those that are left then go on. */
async function whileStopped<T>(pids: readonly number[], work: () => Promise<T>): Promise<T> {
  try {
    for (const pid of pids) await halt(pid);
    return await work();
  } finally {
    for (const pid of pids) signalled(pid, 'SIGCONT');
  }
}

/** Stops a process. false: it was gone. A process stops when it runs next, which takes a while on a busy machine. */
export async function halt(pid: number): Promise<boolean> {
  if (!signalled(pid, 'SIGSTOP')) return false;
  await eventually(`process ${String(pid)} is stopped`, () => isGone(pid) || isStopped(pid), {
    everyMs: 5,
  });
  return true;
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
