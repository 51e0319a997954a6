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
export { takeIn, type TakeInOptions } from './take-in';
export { parseGitAddress } from './intake/clone';
