import { EspalierError, NotReadyError, UsageError, type ErrorFate } from '../core/errors/errors';

const otherBackend =
  'Run: espalier doctor. Use the other backend (ESPALIER_SANDBOX) until this one is repaired';

/** No backend works on this machine; nothing is ever run unconfined instead. Exit code 3. */
export class SandboxMissingError extends NotReadyError {
  constructor(reasons: readonly string[], remedy: string) {
    super(`No sandbox to run programs in: ${reasons.join('; ')}`, remedy, {
      code: 'SANDBOX_MISSING',
      fate: 'pauses-run',
    });
  }
}

/** A cell or its boxes are less than they have to be (root inside, capabilities kept, namespaces shared, no filter, no limit). */
export class SandboxUnsafeError extends NotReadyError {
  constructor(
    readonly backend: string,
    readonly faults: readonly string[],
    remedy: string = otherBackend,
  ) {
    super(`The ${backend} sandbox does not isolate: ${faults.join('; ')}`, remedy, {
      code: 'SANDBOX_UNSAFE',
      fate: 'pauses-run',
    });
  }
}

/** Cells cannot be started now: daemon down, no processes left. Retried by the engine. */
export class SandboxUnavailableError extends EspalierError {
  constructor(
    readonly backend: string,
    reason: string,
    options: { readonly remedy?: string; readonly cause?: unknown } = {},
  ) {
    super(`The ${backend} sandbox cannot start a cell now: ${reason}`, {
      code: 'SANDBOX_UNAVAILABLE',
      remedy: options.remedy ?? 'It is tried again by itself; espalier doctor says what is missing',
      fate: 'retryable',
      retryAfterMs: 1_000,
      cause: options.cause,
    });
  }
}

/** A cell broke in the middle of a check. Never a verdict; checking again in a fresh one is harmless. */
export class SandboxInfraError extends EspalierError {
  constructor(
    readonly backend: string,
    readonly reason: string,
    options: { readonly fate?: ErrorFate; readonly cause?: unknown } = {},
  ) {
    const terminal = options.fate === 'terminal';
    super(`A ${backend} cell broke: ${reason}`, {
      code: 'SANDBOX_INFRA',
      remedy: terminal
        ? 'Run: espalier doctor; then try again (espalier run resume does, for unscored attempts)'
        : 'Try again: a broken cell is replaced. Should it happen again, run: espalier doctor',
      fate: options.fate ?? 'retryable',
      cause: options.cause,
    });
  }
}

/** The image for Docker cells is not on the machine. The run waits until somebody has built or pulled it. */
export class ImageMissingError extends EspalierError {
  constructor(
    readonly image: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(`Docker image ${image} is not on this machine`, {
      code: 'SANDBOX_IMAGE_MISSING',
      remedy:
        'Build ours as root (node scripts/run.cjs scripts/build-sandbox-image.ts), or name an image that has python3 in ESPALIER_SANDBOX_IMAGE',
      fate: 'pauses-run',
      cause: options.cause,
    });
  }
}

/** The image or root folder exists, but no Python 3.9 or newer runs in it. */
export class PythonUnusableError extends NotReadyError {
  constructor(
    readonly place: string,
    reason: string,
  ) {
    super(`No usable Python in ${place}: ${reason}`, 'Name one that has python3, 3.9 or newer', {
      code: 'SANDBOX_PYTHON_UNUSABLE',
      fate: 'pauses-run',
    });
  }
}

/** Somebody asked for the end of this check. */
export class SandboxCancelledError extends EspalierError {
  constructor(cause?: unknown) {
    super('The check was cancelled', {
      code: 'SANDBOX_CANCELLED',
      remedy: 'Nothing to do: it was asked for',
      fate: 'cancelled',
      cause,
    });
  }
}

/** The sandbox was closed, usually because its worker shuts down; another worker takes the check over. */
export class SandboxClosedError extends EspalierError {
  constructor() {
    super('The sandbox of this process was closed', {
      code: 'SANDBOX_CLOSED',
      remedy: 'Another worker takes over; espalier up starts one',
      fate: 'retryable',
    });
  }
}

/** Program, tests or input are more than a cell takes; trying again cannot help. */
export class TaskTooLargeError extends UsageError {
  constructor(bytes: number, largestBytes: number) {
    super(
      `A sandbox task of ${bytes} bytes is larger than the ${largestBytes} that a cell takes`,
      'Give fewer tests at a time, or a smaller input',
      { code: 'SANDBOX_TASK_TOO_LARGE' },
    );
  }
}

/** Python cannot compile a test, or what runs before it: nothing is known of the program, and a retry cannot help. */
export class TestBrokenError extends UsageError {
  constructor(
    /** Counted from 1; a check without tests has one, that the program loads. */
    readonly test: number,
    readonly entryPoint: string,
    readonly why: string,
  ) {
    super(
      `Python cannot run test ${test}${entryPoint === '' ? '' : ` of ${entryPoint}`}: ${why}`,
      'Mend that test in the data set, or the one that was given with --test',
      { code: 'TEST_BROKEN' },
    );
  }
}

/** Files that a session cannot be given: a name that leads out of its folder, or no room in it. */
export class SessionFilesError extends UsageError {
  constructor(reason: string) {
    super(
      `The session cannot be given these files: ${reason}`,
      'Give fewer or smaller files, with plain relative names',
      { code: 'SESSION_FILES' },
    );
  }
}

/** An archive that is not what its hash says, or that holds what cannot be unpacked safely, or no room for it. */
export class RepositoryArchiveError extends UsageError {
  constructor(
    readonly hash: string,
    readonly reason: string,
  ) {
    super(
      `The archive ${hash.slice(0, 12)} cannot be unpacked in a cell: ${reason}`,
      'Make it anew, of plain files with plain names, or give the cell more room for files',
      { code: 'REPOSITORY_ARCHIVE' },
    );
  }
}
