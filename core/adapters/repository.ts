import type { CapturedOutput } from '../schemas/verdict';
import type { SandboxBackend } from '../names/sandbox-backends';

/** A tar, compressed or not, as a cell unpacks it. */
export interface RepositoryArchive {
  /** sha256 of its bytes, in hexadecimal. */
  readonly hash: string;
  /** Folder below `/srv` that it is unpacked in, with plain names. '' is `/srv` itself. Never `guest`. */
  readonly at: string;
  /** Its bytes from the first. They are requested again when a cell must be filled again. */
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** Size of a repository cell. */
export interface RepositoryShape {
  /** Address space of one process of a job. The whole cell gets half as much in addition, and room for its files. */
  readonly memoryMb: number;
  /** Room for everything that is unpacked. */
  readonly filesMb: number;
  /** Of the scratch folders of a job. */
  readonly scratchMb: number;
}

/**
 * `strict`: the walls of a program. `wide`: for builds and a repository's own tests. `sealed`: wide, and the job may once make files
 * read-only for all in its box. docs/sandbox.md has the table.
 */
export type JobWalls = 'strict' | 'wide' | 'sealed';

/** All are positive; `memoryMb` and `diskMb` no more than the shape of the cell. */
export interface JobLimits {
  readonly wallMs: number;
  /** Of all its processes together. */
  readonly cpuMs: number;
  /** Of one process. */
  readonly memoryMb: number;
  /** Processes and threads. */
  readonly processes: number;
  /** Standard output, standard error and records together. */
  readonly outputBytes: number;
  /** Of the files that it hands over, together; 0: none. */
  readonly fileBytes: number;
  /** Of /tmp, and of /dev/shm. */
  readonly diskMb: number;
  /** How many files each of those may hold. */
  readonly diskFiles: number;
}

export const usualJobLimits: JobLimits = {
  wallMs: 60_000,
  cpuMs: 60_000,
  memoryMb: 1_024,
  processes: 32,
  outputBytes: 64 * 1024 * 1024,
  fileBytes: 0,
  diskMb: 64,
  diskFiles: 4_096,
};

/** A message of a job: JSON that foreign code may have made. */
export type JobRecord = Readonly<Record<string, unknown>>;

/**
 * How a job ended. Except for the first two, and a `memory-limit` within one process, this is what was seen from outside.
 */
export type JobEnd = (
  | { readonly kind: 'finished'; readonly record: JobRecord }
  | { readonly kind: 'raised'; readonly error: { readonly type: string; readonly message: string } }
  | { readonly kind: 'timed-out'; readonly cause: 'cpu' | 'wall' }
  | { readonly kind: 'memory-limit' }
  | { readonly kind: 'output-limit'; readonly cause: 'output' | 'files' }
  | { readonly kind: 'killed-by-signal'; readonly signal: string }
  /** Without an answer. */
  | { readonly kind: 'exited'; readonly code: number }
) & {
  /** `tampering`: what it said was no frame; `processes`, `disk`: it had as many, or as much, as it may. */
  readonly detail?: 'tampering' | 'processes' | 'disk' | undefined;
};

export interface JobFile {
  readonly name: string;
  readonly bytes: number;
  /** sha256, in hexadecimal, as this side counted it. */
  readonly hash: string;
}

export interface JobResult {
  readonly end: JobEnd;
  /** Records in the order in which they arrived. Empty if a callback received each. */
  readonly records: readonly JobRecord[];
  /** Files that arrived completely. */
  readonly files: readonly JobFile[];
  /** The last of each. */
  readonly stdout: CapturedOutput;
  readonly stderr: CapturedOutput;
  /** Measures, never part of a result that is compared. */
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** A connection in both directions between a job and this side while the job runs. Frames have up to 4 MiB. */
export interface IndexLine {
  /** Frames from the job. They end with the job. */
  readonly frames: AsyncIterable<Uint8Array>;
  /** Resolves with true when there is room for more, and with false when the job has ended and nobody reads. */
  readonly write: (frame: Uint8Array) => Promise<boolean>;
}

export interface JobOptions {
  readonly limits: JobLimits;
  readonly walls: JobWalls;
  /** 0 to 4294967295; default 0. */
  readonly hashSeed?: number | undefined;
  /** Variables in addition to the usual ones, or in their place. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** A Python of the cell, such as `/srv/interpreter/bin/python3`; default the cell's own. */
  readonly interpreter?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with each record when it arrives. `attempt` counts from 1: if the cell of a job breaks, the job runs again from
   * its beginning, and earlier records do not count. An error of the callback ends the job, and `run` throws it.
   */
  readonly onRecord?: ((record: JobRecord, attempt: number) => void) | undefined;
  /**
   * Takes the bytes of a file before the job continues. The bytes of an incomplete file end with an error. Without this
   * callback, files are counted and hashed. An error of the callback ends the job, and `run` throws it.
   */
  readonly onFile?:
    | ((name: string, content: AsyncIterable<Uint8Array>, attempt: number) => Promise<void>)
    | undefined;
  /**
   * Gives the job a connection and serves it until `frames` end. An error of the callback ends the job, and `run` throws it.
   */
  readonly indexLine?: ((line: IndexLine) => Promise<void>) | undefined;
}

export interface Job {
  /** A module of `python/repository`, without that: `extract`, `install.relay`. */
  readonly module: string;
  /** JSON. */
  readonly request: unknown;
}

/** What a result depends on, in addition to archives, job and options. */
export interface RepositoryPlace {
  readonly provider: SandboxBackend;
  /** The image's id, or the root folder. */
  readonly place: string;
  readonly python: string;
  /** Hash of our own Python: tools and jobs. */
  readonly tools: string;
}

/** A cell that holds archives and runs jobs on them, one at a time. */
export interface RepositoryCell {
  readonly place: RepositoryPlace;
  /**
   * Runs a job in its own box. A cell that breaks is replaced by a fresh one with the same archives, at most three times.
   * @throws SandboxInfraError (terminal, when three cells broke), SandboxUnavailableError, SandboxCancelledError,
   * SandboxClosedError, UsageError for limits that the cell has no room for
   */
  readonly run: (job: Job, options: JobOptions) => Promise<JobResult>;
  /** Gives the cell back. It is kept for a while for the next caller with the same archives. */
  readonly close: () => Promise<void>;
}

/** Opens repository cells. An idle cell with the same archives is used first. */
export interface RepositoryHost {
  /** @throws SandboxUnavailableError, SandboxInfraError, RepositoryArchiveError, SandboxCancelledError, SandboxClosedError */
  readonly open: (options: {
    readonly archives: readonly RepositoryArchive[];
    readonly shape: RepositoryShape;
    /** Content id of a container image: the root of the cell. Absent: the host's own. */
    readonly image?: string | undefined;
    /** Nothing else in cells of this host meanwhile. */
    readonly alone?: boolean | undefined;
    readonly signal?: AbortSignal | undefined;
  }) => Promise<RepositoryCell>;
}
