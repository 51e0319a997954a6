/** Isolated execution: the public face of this folder. */
export type { CellSandbox } from './cells/cell-sandbox';
export { sandboxConformance, type ConformanceResult } from './conformance';
export { defaultImage } from './docker-backend';
export {
  ImageMissingError,
  PythonUnusableError,
  SandboxCancelledError,
  SandboxClosedError,
  SandboxInfraError,
  SandboxMissingError,
  SandboxUnavailableError,
  SandboxUnsafeError,
  TaskTooLargeError,
  TestBrokenError,
} from './errors';
export { withFreshCells } from './fresh-cells';
export { openSandbox, type SandboxOptions, type SandboxProvider } from './open-sandbox';
export { reapOrphans, type Reaped } from './orphans';
export { probeSandboxes } from './probe';
export {
  isReplayable,
  missingProvenance,
  replayVerdicts,
  sampleVerdicts,
  type StoredVerdict,
} from './replay-verdicts';
export { isDoubtful, secondOpinion, type CheckedTwice } from './second-opinion';
export { userFinding } from './user-finding';
