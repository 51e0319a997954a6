/** Isolated execution: the public face of this folder. */
export { largestProgramBytes } from './boxes/boxed-sandbox';
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
} from './errors';
export { withFreshBoxes } from './fresh-boxes';
export { openSandbox, type SandboxOptions, type SandboxProvider } from './open-sandbox';
export { reapOrphans, type Reaped } from './orphans';
export { probeSandboxes } from './probe';
export { checkTwice, isDoubtful, secondOpinion, type CheckedTwice } from './second-opinion';
