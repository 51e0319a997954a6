export {
  FolderChangedError,
  GitMissingError,
  IndexFileTooLargeError,
  IndexUnavailableError,
  RepositoryUnreachableError,
} from './errors';
export { PackageIndex, type PackageIndexOptions } from './package-index/package-index';
export { installerWheels, runnerWheels, type PinnedWheel } from './package-index/pinned-wheels';
export { hashFolder } from './intake/hash-folder';
export { readTar, type TarFile, type TarLimits } from './read-tar';
export { findClone, holdsCommit } from './intake/local-clone';
export { encodeTar } from './tar';
export { takeIn, type TakeInOptions } from './take-in';
export { parseGitAddress } from './intake/clone';
export {
  findInterpreter,
  interpreterVersions,
  isOf,
  type InterpreterPlaces,
} from './interpreters/find-interpreters';
export { compiledModules, type InterpreterFacts } from './interpreters/ask-interpreter';
export {
  InterpreterNotMovableError,
  packInterpreter,
  packing,
} from './interpreters/pack-interpreter';
export { IntakeFailure as RepositoryRefusedError } from './intake/intake-failure';
export { cloneForHistory } from './history/clone-for-history';
export { readHistory, type HistoryCommit } from './history/read-history';
