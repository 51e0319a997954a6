export { ensureEngine, engineStatus, stopEngine } from './ensure-engine';
export type { Engine, EngineOptions, EngineStatus } from './ensure-engine';
export type { EngineStateFolder } from './local-server';

export { binarySources, findTemporalBinary, obtainTemporalBinary } from './binary';
export type { BinaryOptions, BinarySearch, BinarySource, TemporalBinary } from './binary';
export type { BinaryProgress } from './temporal/binary-parts';

export { ensureProcess, stopProcess, withProcessLock } from './managed-process';
export type { EnsuredProcess, ManagedProcess, Ports, StopOutcome } from './managed-process';
export { findProcess } from './processes/find-process';
export type { FoundProcess } from './processes/find-process';
export type { ProcessFolders, ProcessRecord } from './processes/process-record';
export type { Command } from './processes/spawn-detached';
export type { PortPolicy } from './processes/ports';
export { freePort, isPortFree } from './processes/ports';
export { identifyProcess, isRunning, ownIdentity } from './processes/process-identity';
export type { ProcessIdentity } from './processes/process-identity';
export { withLock } from './processes/lock';
export type { LockOptions } from './processes/lock';

export {
  DiskFullError,
  LockHeldError,
  PortInUseError,
  ProcessExitedEarlyError,
  ProcessNotReadyError,
  ProcessNotStartedError,
  ProcessNotStoppedError,
  StateFolderNotWritableError,
} from './errors';
export {
  EngineBinaryMissingError,
  EngineBinaryUnusableError,
  EngineDatabaseCorruptError,
  EngineDatabaseLockedError,
  EngineNotStartedError,
  EngineUnreachableError,
  EngineVersionMismatchError,
} from './engine-errors';
export type { BinaryAttempt } from './engine-errors';
