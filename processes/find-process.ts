import { join } from 'node:path';

import { processesWithOpenFile } from './open-files';
import { identifyProcess, isRunning, leadsSession } from './process-identity';
import type { ProcessFolders, ProcessRecord, StoredRecord } from './process-record';
import { readRecord, writeRecord } from './process-record';
import { rememberedPorts } from './ports';

/**
 * What this state folder knows of a process by name.
 * - `alive`: exactly the process that was started still runs
 * - `dead`: one was started and ended without being stopped by us (crash, kill, reboot)
 * - `none`: never started, or stopped
 */
export type FoundProcess =
  | { readonly kind: 'alive'; readonly record: ProcessRecord }
  | { readonly kind: 'dead'; readonly record: StoredRecord }
  | { readonly kind: 'none' };

/** Safe against reused pids and reboots. If its starter was killed first, it is found by its log file (Linux). */
export async function findProcess(folders: ProcessFolders, name: string): Promise<FoundProcess> {
  const record = await readRecord(folders, name);
  if (record?.identity != null && (await isRunning(record.identity))) {
    return { kind: 'alive', record: { ...record, identity: record.identity } };
  }
  const orphan = await findOrphan(folders, { name, record });
  if (orphan !== null) {
    await writeRecord(folders, orphan);
    return { kind: 'alive', record: orphan };
  }
  return record === null ? { kind: 'none' } : { kind: 'dead', record };
}

export function logPath(folders: ProcessFolders, name: string): string {
  return join(folders.logs, `${name}.log`);
}

/** A session leader whose standard output is this process's log can only be one that we started and lost track of. */
async function findOrphan(
  folders: ProcessFolders,
  known: { readonly name: string; readonly record: StoredRecord | null },
): Promise<ProcessRecord | null> {
  const { name, record } = known;
  const logFile = logPath(folders, name);
  for (const pid of await processesWithOpenFile(logFile, { descriptor: 1 })) {
    const identity = (await leadsSession(pid)) ? await identifyProcess(pid) : null;
    if (identity === null) continue;
    const started = record ?? {
      name,
      ports: await rememberedPorts(folders, name),
      command: [],
      fingerprint: '',
      startedAt: new Date().toISOString(),
      logFile,
      logOffset: 0,
    };
    return { ...started, identity, readyAt: null };
  }
  return null;
}
