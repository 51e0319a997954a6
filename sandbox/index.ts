/** Isolated execution: the public face of this folder. */
export type { Backend } from './backend';
export { backendRows, backends } from './backends';
export type { CellSandbox } from './cells/cell-sandbox';
export { sandboxConformance, type ConformanceResult } from './conformance';
export { defaultImage } from './docker-backend';
export { DockerCallError } from './docker-engine';
export { DockerImages, type DockerImagesOptions } from './docker-images';
export {
  ImageMissingError,
  PythonUnusableError,
  RepositoryArchiveError,
  SandboxCancelledError,
  SandboxClosedError,
  SandboxInfraError,
  SandboxMissingError,
  SandboxUnavailableError,
  SandboxUnsafeError,
  SessionFilesError,
  TaskTooLargeError,
  TestBrokenError,
} from './errors';
export { withFreshCells } from './fresh-cells';
export type { GradingStore } from './harness/graded-environments';
export { CopiedBodyError, EnvironmentMissingError } from './harness/grading-errors';
export { HarnessCells, withHarness, type HarnessCellsOptions } from './harness/harness-cells';
export { openSandbox } from './open-sandbox';
export { PatchCells, withPatches } from './patch/patch-cells';
export type { PatchCellsOptions } from './patch/patch-cells-options';
export {
  openRepositoryCells,
  RepositoryCells,
  type RepositoryCellsOptions,
} from './repository-cells/open-repository-cells';
export { repositoryTools } from './repository-cells/repository-bundle';
export { openSessions, Sessions } from './sessions/open-sessions';
export { probeSandboxes, userFindings } from './probe';
export { reapOrphans, type Reaped } from './reap-orphans';
export {
  isRegradable,
  missingProvenance,
  regradeVerdicts,
  sampleVerdicts,
  type StoredVerdict,
} from './regrade-verdicts';
export type { SandboxOptions } from './sandbox-options';
export { sanitiseAsEvalPlus } from './sanitise-as-evalplus';
export { checkTwice, isDoubtful, secondOpinion, type CheckedTwice } from './second-opinion';
