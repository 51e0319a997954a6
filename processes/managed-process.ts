import { setTimeout as sleep } from 'node:timers/promises';

import { systemCode } from '../core/errors/system-code';
import { ProcessExitedEarlyError, ProcessNotReadyError, ProcessNotStoppedError } from './errors';
import { findProcess, logPath } from './find-process';
import type { FoundProcess } from './find-process';
import { withLock } from './lock';
import type { LockOptions } from './lock';
import { openLog, readLogTail } from './log-file';
import { acceptsConnections, choosePorts } from './ports';
import type { PortPolicy } from './ports';
import { isRunning } from './process-identity';
import { removeRecord, writeRecord } from './process-record';
import type { ProcessFolders, ProcessRecord, StartRecord } from './process-record';
import { spawnDetached } from './spawn-detached';
import type { Command, DetachedProcess } from './spawn-detached';

export type Ports = Readonly<Record<string, number>>;

/** How to start one kind of detached process, and how to tell that it works. */
export interface ManagedProcess {
  /** Name within the state folder: e.g. `worker`. One process per name. */
  readonly name: string;
  /** Named ports that it listens on, chosen once per state folder. */
  readonly ports: Readonly<Record<string, PortPolicy>>;
  readonly command: (ports: Ports) => Command;
  /** Stands for its configuration; goes into its record. */
  readonly fingerprint: string;
  /** When one with another fingerprint runs: leave it (default), or stop it and start ours. */
  readonly whenDifferent?: 'keep' | 'restart';
  /** How long one that is to be replaced may take to end, ms. Default 10 s. */
  readonly stopWithinMs?: number;
  /** Polled until true. Default: its first port accepts connections; without ports: it lives. */
  readonly isReady?: (record: ProcessRecord) => Promise<boolean>;
  /** Done once after the first answer of each process, before anybody is told that it is ready. */
  readonly prepare?: (record: ProcessRecord) => Promise<void>;
  /** Done under the lock before a start; throws when there is no point in trying. */
  readonly checkBeforeStart?: () => Promise<void>;
  /** Default 30 s. */
  readonly readyWithinMs?: number;
}

export interface EnsuredProcess {
  readonly record: ProcessRecord;
  /** True when this call started it. */
  readonly started: boolean;
  /** True when one had been started earlier and was found dead. */
  readonly replacedDead: boolean;
  /** False when a process with another configuration was found and kept. */
  readonly sameFingerprint: boolean;
}

export type StopOutcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'was-dead' }
  | { readonly kind: 'stopped'; readonly pid: number; readonly forced: boolean };

const pollMs = 50;
const defaultReadyMs = 30_000;
/** Of one that is killed each time while it starts. */
const mostStarts = 3;
/** For who holds the lock of a process, beside the time that the process may take to end. */
const lockWaitMs = 120_000;

/**
 * Finds the process or starts it, and returns when it is ready. Of two callers, the second waits and finds the first's. What
 * does not become ready is stopped. @throws ProcessNotStartedError, ProcessExitedEarlyError, ProcessNotReadyError,
 * PortInUseError, LockHeldError, StateFolderNotWritableError, DiskFullError
 */
export async function ensureProcess(
  folders: ProcessFolders,
  wanted: ManagedProcess,
): Promise<EnsuredProcess> {
  const found = await findProcess(folders, wanted.name);
  const fast = await readyAlready(found, wanted);
  if (fast !== null) return fast;
  const place = { name: wanted.name, waitMs: lockWaitMs + (wanted.stopWithinMs ?? 0) };
  return withProcessLock(folders, place, () => ensureLocked(folders, wanted));
}

/** Runs `action` while nobody else starts or stops processes of this name. See `withLock`. */
async function withProcessLock<T>(
  folders: ProcessFolders,
  place: Pick<LockOptions, 'name' | 'waitMs'>,
  action: () => Promise<T>,
): Promise<T> {
  return withLock({ folder: folders.processes, ...place }, action);
}

/**
 * SIGTERM, and after `graceMs` (default 10 s) SIGKILL to its process group. Only what this state folder started; a reused pid
 * is left alone. @throws ProcessNotStoppedError, LockHeldError
 */
export async function stopProcess(
  folders: ProcessFolders,
  name: string,
  options: { readonly graceMs?: number } = {},
): Promise<StopOutcome> {
  if ((await findProcess(folders, name)).kind === 'none') return { kind: 'none' };
  const { graceMs } = options;
  const place = { name, waitMs: lockWaitMs + (graceMs ?? 0) };
  return withProcessLock(folders, place, () => stopLocked(folders, name, graceMs));
}

/** Tells the process of this name to stop (SIGTERM), and waits for nobody: neither for it nor for who holds its lock. */
export async function tellToStop(folders: ProcessFolders, name: string): Promise<void> {
  const found = await findProcess(folders, name);
  if (found.kind !== 'alive') return;
  try {
    process.kill(found.record.identity.pid, 'SIGTERM');
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error;
  }
}

async function readyAlready(
  found: FoundProcess,
  wanted: ManagedProcess,
): Promise<EnsuredProcess | null> {
  if (found.kind !== 'alive' || found.record.readyAt === null) return null;
  const sameFingerprint = found.record.fingerprint === wanted.fingerprint;
  if (!sameFingerprint && wanted.whenDifferent === 'restart') return null;
  if (!(await isReady(wanted, found.record))) return null;
  return { record: found.record, started: false, replacedDead: false, sameFingerprint };
}

async function ensureLocked(
  folders: ProcessFolders,
  wanted: ManagedProcess,
): Promise<EnsuredProcess> {
  const found = await findProcess(folders, wanted.name);
  if (found.kind === 'alive') {
    const sameFingerprint = found.record.fingerprint === wanted.fingerprint;
    if (sameFingerprint || wanted.whenDifferent !== 'restart') {
      const record = await becomeReady(folders, wanted, { record: found.record });
      return { record, started: false, replacedDead: false, sameFingerprint };
    }
    await stopLocked(folders, wanted.name, wanted.stopWithinMs);
  }
  const record = await startUnlessKilled(folders, wanted);
  return { record, started: true, replacedDead: found.kind === 'dead', sameFingerprint: true };
}

/** Starts it again when it was killed from outside while it started: by a person, or by a machine that ran out of memory. */
async function startUnlessKilled(
  folders: ProcessFolders,
  wanted: ManagedProcess,
): Promise<ProcessRecord> {
  for (let starts = 1; ; starts += 1) {
    try {
      return await start(folders, wanted);
    } catch (error) {
      const wasKilled =
        error instanceof ProcessExitedEarlyError && error.exitStatus === 'signal SIGKILL';
      if (!wasKilled || starts === mostStarts) throw error;
    }
  }
}

async function start(folders: ProcessFolders, wanted: ManagedProcess): Promise<ProcessRecord> {
  const { name } = wanted;
  await wanted.checkBeforeStart?.();
  const ports = await choosePorts(folders, name, wanted.ports);
  const command = wanted.command(ports);
  const log = await openLog(logPath(folders, name));
  const planned: StartRecord = {
    name,
    ports,
    command: [command.file, ...command.args],
    fingerprint: wanted.fingerprint,
    startedAt: new Date().toISOString(),
    logFile: logPath(folders, name),
    logOffset: log.offset,
  };
  let child: DetachedProcess;
  try {
    // Written before the start too: a process that outlives a kill of ours in between is then found with all it needs.
    await writeRecord(folders, { ...planned, identity: null, readyAt: null });
    child = await spawnDetached(name, command, log.handle.fd);
  } catch (error) {
    await removeRecord(folders, name);
    throw error;
  } finally {
    await log.handle.close();
  }
  const record: ProcessRecord = { ...planned, identity: child.identity, readyAt: null };
  try {
    await writeRecord(folders, record);
    return await becomeReady(folders, wanted, { record, child });
  } catch (error) {
    await endProcess(record, 0);
    await removeRecord(folders, name);
    throw error;
  }
}

interface Starting {
  readonly record: ProcessRecord;
  /** Only in the process that started it. */
  readonly child?: DetachedProcess;
}

async function becomeReady(
  folders: ProcessFolders,
  wanted: ManagedProcess,
  { record, child }: Starting,
): Promise<ProcessRecord> {
  const within = wanted.readyWithinMs ?? defaultReadyMs;
  const until = Date.now() + within;
  while (!(await isReady(wanted, record))) {
    if (!(await isRunning(record.identity))) {
      // The exit is reported to us a moment after the process is gone.
      await sleep(pollMs);
      throw new ProcessExitedEarlyError(await failureOf(record), child?.exitStatus() ?? 'it ended');
    }
    if (Date.now() > until) throw new ProcessNotReadyError(await failureOf(record), within);
    await sleep(pollMs);
  }
  if (record.readyAt !== null) return record;
  await wanted.prepare?.(record);
  const ready: ProcessRecord = { ...record, readyAt: new Date().toISOString() };
  await writeRecord(folders, ready);
  return ready;
}

/** Whatever answers on the port of a dead process is not that process. */
async function isReady(wanted: ManagedProcess, record: ProcessRecord): Promise<boolean> {
  if (!(await isRunning(record.identity))) return false;
  if (wanted.isReady !== undefined) return wanted.isReady(record);
  const [port] = Object.values(record.ports);
  return port === undefined || (await acceptsConnections({ host: '127.0.0.1', port })).accepts;
}

async function failureOf(record: ProcessRecord) {
  const { name: processName, logFile, logOffset } = record;
  return { processName, logFile, logTail: await readLogTail(logFile, logOffset) };
}

async function stopLocked(
  folders: ProcessFolders,
  name: string,
  graceMs = 10_000,
): Promise<StopOutcome> {
  const found = await findProcess(folders, name);
  if (found.kind === 'none') return { kind: 'none' };
  if (found.kind === 'dead') {
    await removeRecord(folders, name);
    return { kind: 'was-dead' };
  }
  const forced = await endProcess(found.record, graceMs);
  await removeRecord(folders, name);
  return { kind: 'stopped', pid: found.record.identity.pid, forced };
}

/** True when it had to be killed. Children that it left in its group are killed in either case. */
async function endProcess(record: ProcessRecord, graceMs: number): Promise<boolean> {
  const { identity } = record;
  if (!(await isRunning(identity))) return false;
  signal(record, identity.pid, 'SIGTERM');
  const ended = await hasEnded(record, graceMs);
  signal(record, -identity.pid, 'SIGKILL');
  if (!ended && !(await hasEnded(record, 10_000))) {
    throw new ProcessNotStoppedError(record.name, identity.pid);
  }
  return !ended;
}

async function hasEnded(record: ProcessRecord, withinMs: number): Promise<boolean> {
  const until = Date.now() + withinMs;
  while (await isRunning(record.identity)) {
    if (Date.now() > until) return false;
    await sleep(25);
  }
  return true;
}

function signal(record: ProcessRecord, target: number, name: NodeJS.Signals): void {
  try {
    process.kill(target, name);
  } catch (cause) {
    if (systemCode(cause) === 'ESRCH') return;
    throw new ProcessNotStoppedError(record.name, record.identity.pid, { cause });
  }
}
