import { EspalierError, NotReadyError } from '../core/errors/errors';
import { systemCode } from '../core/errors/system-code';

/** A folder of ours cannot be made or written: permissions, a read-only disk, a file in its place. */
export class StateFolderNotWritableError extends NotReadyError {
  constructor(
    readonly path: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(
      `cannot write to ${path}${reasonOf(options.cause)}`,
      'Set ESPALIER_HOME to a folder that you may write to, or correct the permissions of this one',
      { code: 'STATE_FOLDER_NOT_WRITABLE', cause: options.cause },
    );
  }
}

/** The disk that holds `path` has no room left. Nothing acknowledged is lost by it. */
export class DiskFullError extends EspalierError {
  constructor(
    readonly path: string,
    options: { readonly freeBytes?: number; readonly cause?: unknown } = {},
  ) {
    const room =
      options.freeBytes === undefined ? '' : ` (${Math.floor(options.freeBytes / 1024)} KiB free)`;
    super(`no room on the disk that holds ${path}${room}`, {
      code: 'DISK_FULL',
      remedy:
        'Free some space, or set ESPALIER_HOME to a folder on another disk, then repeat the command',
      fate: 'pauses-run',
      cause: options.cause,
    });
  }
}

/** A port that this installation remembers is held by a program that is not ours. */
export class PortInUseError extends NotReadyError {
  constructor(
    readonly processName: string,
    readonly port: number,
    readonly portsFile: string,
  ) {
    super(
      `port ${port} on 127.0.0.1, which the ${processName} of this state folder uses, is held by another program`,
      `Stop that program (Linux: ss -ltnp 'sport = :${port}' names it), or remove ${portsFile} to have a new port chosen`,
      { code: 'PORT_IN_USE' },
    );
  }
}

/** Somebody else is starting or stopping the same thing and does not finish. */
export class LockHeldError extends NotReadyError {
  constructor(
    readonly lock: string,
    readonly holderPid: number,
    readonly waitedMs: number,
  ) {
    super(
      `process ${holderPid} has held the lock ${lock} for more than ${Math.round(waitedMs / 1000)} s`,
      `Wait for process ${holderPid} to end, or stop it; its lock ends with it`,
      { code: 'LOCK_HELD' },
    );
  }
}

/** The operating system could not start the program at all. */
export class ProcessNotStartedError extends NotReadyError {
  constructor(
    readonly processName: string,
    readonly command: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(
      `could not start the ${processName}: ${command}${reasonOf(options.cause)}`,
      'Check that the program exists and may be executed; espalier doctor shows what is found where',
      { code: 'PROCESS_NOT_STARTED', cause: options.cause },
    );
  }
}

export interface ProcessFailure {
  readonly processName: string;
  readonly logFile: string;
  /** The last lines that it wrote since this start, without control sequences. */
  readonly logTail: string;
}

/** It started and ended before it was ready. */
export class ProcessExitedEarlyError extends NotReadyError {
  readonly logTail: string;
  constructor(
    failure: ProcessFailure,
    readonly exitStatus: string,
  ) {
    super(
      `the ${failure.processName} ended before it was ready (${exitStatus})${quoted(failure.logTail)}`,
      `Read ${failure.logFile} for the cause`,
      { code: 'PROCESS_EXITED_EARLY' },
    );
    this.logTail = failure.logTail;
  }
}

/** It is alive and does not answer within its time. */
export class ProcessNotReadyError extends NotReadyError {
  readonly logTail: string;
  constructor(
    failure: ProcessFailure,
    readonly waitedMs: number,
  ) {
    super(
      `the ${failure.processName} did not answer within ${Math.round(waitedMs / 1000)} s${quoted(failure.logTail)}`,
      `Read ${failure.logFile}; espalier down, then espalier up, starts it afresh`,
      { code: 'PROCESS_NOT_READY' },
    );
    this.logTail = failure.logTail;
  }
}

/** A process of ours that we may not, or cannot, end. */
export class ProcessNotStoppedError extends NotReadyError {
  constructor(
    readonly processName: string,
    readonly pid: number,
    options: { readonly cause?: unknown } = {},
  ) {
    super(
      `could not stop the ${processName}, process ${pid}${reasonOf(options.cause)}`,
      `Stop process ${pid} as the user who started it`,
      { code: 'PROCESS_NOT_STOPPED', cause: options.cause },
    );
  }
}

/** File-system trouble below our own folders, as the person should read it. */
export function folderFailure(error: unknown, path: string): unknown {
  const code = systemCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return new DiskFullError(path, { cause: error });
  const unwritable = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'EISDIR'];
  if (code !== null && unwritable.includes(code)) {
    return new StateFolderNotWritableError(path, { cause: error });
  }
  return error;
}

export function reasonOf(cause: unknown): string {
  if (cause === undefined) return '';
  return `: ${cause instanceof Error ? cause.message : JSON.stringify(cause)}`;
}

const quotedCharacters = 1_500;

function quoted(logTail: string): string {
  if (logTail === '') return '; it wrote nothing';
  return `; its last lines:\n${logTail.slice(-quotedCharacters)}`;
}
