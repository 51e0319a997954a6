import { findProcess, logPath } from './find-process';
import { withLock } from './lock';
import { ownIdentity } from './process-identity';
import { writeRecord } from './process-record';
import type { ProcessFolders } from './process-record';

/**
 * Makes this very process the one of a name, found and stopped like any other; at most one is. @returns the pid of the
 * process that is: ours, or another, which lives @throws LockHeldError, StateFolderNotWritableError, DiskFullError
 */
export async function adoptProcess(
  folders: ProcessFolders,
  { name, fingerprint }: { readonly name: string; readonly fingerprint: string },
): Promise<number> {
  return withLock({ folder: folders.processes, name }, async () => {
    const found = await findProcess(folders, name);
    if (found.kind === 'alive') return found.record.identity.pid;
    const now = new Date().toISOString();
    await writeRecord(folders, {
      name,
      ports: {},
      command: process.argv,
      fingerprint,
      startedAt: now,
      logFile: logPath(folders, name),
      logOffset: 0,
      identity: await ownIdentity(),
      readyAt: now,
    });
    return process.pid;
  });
}
