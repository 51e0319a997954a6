/** Detached processes of a state folder, supervised: found, started once, stopped; with their ports, logs and locks. */
export { ensureProcess, stopProcess, tellToStop } from './managed-process';
export type { EnsuredProcess, ManagedProcess, Ports, StopOutcome } from './managed-process';
export { adoptProcess } from './adopt-process';
export { findProcess } from './find-process';
export type { FoundProcess } from './find-process';
export type { ProcessFolders, ProcessRecord } from './process-record';
export type { Command } from './spawn-detached';
export type { PortPolicy } from './ports';
export { freePort, isPortFree } from './ports';
export { currentBootId, identifyProcess, isRunning } from './process-identity';
export type { ProcessIdentity } from './process-identity';
export { withLock } from './lock';
export type { LockOptions } from './lock';
export {
  DiskFullError,
  LockHeldError,
  PortInUseError,
  ProcessExitedEarlyError,
  ProcessNotReadyError,
  ProcessNotStartedError,
  ProcessNotStoppedError,
  StateFolderNotWritableError,
  folderFailure,
} from './errors';
