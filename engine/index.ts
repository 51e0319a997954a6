/** The local Temporal server: its binary, and the server of a state folder. */
export { ensureEngine, engineStatus, stopEngine } from './ensure-engine';
export type { Engine, EngineOptions, EngineStatus } from './ensure-engine';
export type { EngineStateFolder } from './local-server';

export { findTemporalBinary, obtainTemporalBinary } from './temporal-binary';
export type { BinaryOptions, BinarySearch, BinarySource, TemporalBinary } from './temporal-binary';
export type { BinaryProgress } from './temporal/binary-parts';

export {
  EngineBinaryMissingError,
  EngineBinaryUnusableError,
  EngineDatabaseCorruptError,
  EngineDatabaseLockedError,
  EngineNotStartedError,
  EngineUnreachableError,
  EngineVersionMismatchError,
} from './errors';
export type { BinaryAttempt } from './errors';
