import { EspalierError, NotReadyError, UsageError } from '../core/errors/errors';

/**
 * The package index, or the way to it, failed: retried, and never a repository's own failure. Addresses are without
 * credentials.
 */
export class IndexUnavailableError extends EspalierError {
  constructor(
    readonly what: string,
    options: { readonly remedy?: string; readonly cause?: unknown } = {},
  ) {
    super(`The package index is not to be had: ${what}`, {
      code: 'INDEX_UNAVAILABLE',
      remedy:
        options.remedy ??
        'Check the network and ESPALIER_PACKAGE_INDEX; it is tried again by itself, later by `espalier run resume RUN`, and what was' +
          ' fetched is kept',
      fate: 'retryable',
      cause: options.cause,
    });
  }
}

/** A file larger than the limit: the repository's own failure, since trying again changes nothing. */
export class IndexFileTooLargeError extends UsageError {
  constructor(file: string, reason: string) {
    super(`${file} of the package index: ${reason}`, 'Nothing of that size is installed', {
      code: 'INDEX_FILE_TOO_LARGE',
    });
  }
}

/** Nobody answered at a repository's address, or the answer broke off. How often it is tried, its activity's options say. */
export class RepositoryUnreachableError extends EspalierError {
  constructor(reason: string, options: { readonly cause?: unknown } = {}) {
    super(`The repository cannot be reached: ${reason}`, {
      code: 'REPOSITORY_UNREACHABLE',
      remedy:
        'Check its address and the network; it is asked for about an hour, then again by `espalier run resume RUN`,' +
        ' and no more after `espalier run cancel RUN`',
      fate: 'retryable',
      cause: options.cause,
    });
  }
}

/** The disk of our temporary folder is full, which says nothing of the repository. */
export class NoRoomToCloneError extends EspalierError {
  constructor(folder: string, cause: unknown) {
    super(`no room on the disk that holds ${folder}`, {
      code: 'DISK_FULL',
      remedy:
        'Free some space, or give the worker a TMPDIR on another disk; then: espalier run resume RUN',
      fate: 'pauses-run',
      cause,
    });
  }
}

/** Somebody wrote into a folder while it was read. */
export class FolderChangedError extends EspalierError {
  constructor(folder: string) {
    super(`${folder} changed while it was read`, {
      code: 'FOLDER_CHANGED',
      remedy: 'Wait until nothing writes into it, or commit, and name the commit by a git address',
      fate: 'retryable',
      retryAfterMs: 1_000,
    });
  }
}

export class GitMissingError extends NotReadyError {
  constructor(cause: unknown) {
    super(
      'git cannot be run',
      'Install git where the worker looks for it: /usr/local/bin, /usr/bin or /bin',
      {
        code: 'GIT_MISSING',
        fate: 'pauses-run',
        cause,
      },
    );
  }
}
