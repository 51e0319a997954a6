import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { isRecord } from '../core/values/is-record';
import { readJson, writeJsonAtomically } from './json-file';
import type { ProcessIdentity } from './process-identity';

export interface ProcessFolders {
  readonly processes: string;
  readonly logs: string;
}

/** What was started: everything but which process it became. */
export interface StartRecord {
  readonly name: string;
  readonly ports: Readonly<Record<string, number>>;
  /** Program and arguments. Never the environment, which may hold keys. */
  readonly command: readonly string[];
  /** Stands for how it was configured; a different one means a different configuration. */
  readonly fingerprint: string;
  /** ISO time. */
  readonly startedAt: string;
  readonly logFile: string;
  /** Where in the log file this start's own lines begin, bytes. */
  readonly logOffset: number;
}

export interface ProcessRecord extends StartRecord {
  readonly identity: ProcessIdentity;
  /** ISO time of its first answer; null while it has given none. */
  readonly readyAt: string | null;
}

/** On disk the identity is null from just before the start until just after it. */
export interface StoredRecord extends StartRecord {
  readonly identity: ProcessIdentity | null;
  readonly readyAt: string | null;
}

function recordPath(folders: ProcessFolders, name: string): string {
  return join(folders.processes, `${name}.json`);
}

/** The record, or null when there is none that can be read. */
export async function readRecord(
  folders: ProcessFolders,
  name: string,
): Promise<StoredRecord | null> {
  return parseRecord(await readJson(recordPath(folders, name)));
}

/** @throws StateFolderNotWritableError, DiskFullError */
export async function writeRecord(folders: ProcessFolders, record: StoredRecord): Promise<void> {
  await writeJsonAtomically(recordPath(folders, record.name), record);
}

export async function removeRecord(folders: ProcessFolders, name: string): Promise<void> {
  await rm(recordPath(folders, name), { force: true });
}

function parseRecord(value: unknown): StoredRecord | null {
  if (!isRecord(value)) return null;
  const { name, ports, command, fingerprint, startedAt, logFile, logOffset, readyAt } = value;
  const texts = [name, fingerprint, startedAt, logFile];
  if (!texts.every((text) => typeof text === 'string') || typeof logOffset !== 'number') {
    return null;
  }
  return {
    name: String(name),
    ports: parsePorts(ports),
    command: Array.isArray(command) ? command.map(String) : [],
    fingerprint: String(fingerprint),
    startedAt: String(startedAt),
    logFile: String(logFile),
    logOffset,
    readyAt: typeof readyAt === 'string' ? readyAt : null,
    identity: parseIdentity(value['identity']),
  };
}

/** Named ports of a record or a ports file; anything that is no port is left out. */
export function parsePorts(value: unknown): Readonly<Record<string, number>> {
  if (!isRecord(value)) return {};
  const ports: Record<string, number> = {};
  for (const [name, port] of Object.entries(value)) {
    if (typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536) {
      ports[name] = port;
    }
  }
  return ports;
}

function parseIdentity(value: unknown): ProcessIdentity | null {
  if (!isRecord(value)) return null;
  const { pid, startTime, bootId } = value;
  // kill(2) gives 0, 1 and negative pids meanings of their own.
  if (typeof pid !== 'number' || !Number.isInteger(pid) || pid < 2) return null;
  if (typeof startTime !== 'string' || typeof bootId !== 'string') return null;
  return { pid, startTime, bootId };
}
