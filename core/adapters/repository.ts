import type { CapturedOutput } from '../schemas/verdict';
import type { SandboxBackend } from '../names/sandbox-backends';

/** A tar, compressed or not, as a cell unpacks it. */
export interface RepositoryArchive {
  /** sha256 of its bytes, in hexadecimal. */
  readonly hash: string;
  /** The folder below `/srv` that it is unpacked in, with plain names; '' is that itself. Never `guest`. */
  readonly at: string;
  /** Its bytes from the first; asked for again where a cell has to be filled again. */
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** What a repository cell is sized by. */
export interface RepositoryShape {
  /** Address space of one process of a job; the whole cell is given a half more, and room for its files. */
  readonly memoryMb: number;
  /** Of all that is unpacked. */
  readonly filesMb: number;
  /** Of the scratch folders of a job. */
  readonly scratchMb: number;
}

/** `strict`: the walls of a program. `wide`: for builds and a repository's own tests. docs/sandbox.md has the table. */
export type JobWalls = 'strict' | 'wide';

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

/** What a job says: JSON, of anybody's making. */
export type JobRecord = Readonly<Record<string, unknown>>;

/** How a job ended. All but the first two, and a `memory-limit` within one process, is what was seen from outside of it. */
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
  /** In the order in which they were said; empty when somebody was told of each. */
  readonly records: readonly JobRecord[];
  /** Those that were handed over whole. */
  readonly files: readonly JobFile[];
  /** The last of each. */
  readonly stdout: CapturedOutput;
  readonly stderr: CapturedOutput;
  /** Measures, never part of a result that is compared. */
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** Both ways between a job and this side, for as long as it runs; frames of up to 4 MiB. */
export interface IndexLine {
  /** What the job sends; ends with it. */
  readonly frames: AsyncIterable<Uint8Array>;
  /** Resolves when there is room for more: true; or false: the job has ended, and nobody reads it. */
  readonly write: (frame: Uint8Array) => Promise<boolean>;
}

export interface JobOptions {
  readonly limits: JobLimits;
  readonly walls: JobWalls;
  /** 0 to 4294967295; default 0. */
  readonly hashSeed?: number | undefined;
  /** Beside the usual ones, or in their place. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** A Python below `/srv`, such as `/srv/interpreter/bin/python3`; default the cell's own. */
  readonly interpreter?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * Told each record as it is said. `attempt` counts from 1: a job whose cell broke is run again from its beginning, and
   * what was said before counts no more. What it throws ends the job, and is thrown by `run`.
   */
  readonly onRecord?: ((record: JobRecord, attempt: number) => void) | undefined;
  /**
   * Takes the bytes of a file that is handed over, before the job goes on; those of one that is not whole end with an
   * error. Without it files are counted and hashed. What it throws ends the job, and is thrown by `run`.
   */
  readonly onFile?:
    | ((name: string, content: AsyncIterable<Uint8Array>, attempt: number) => Promise<void>)
    | undefined;
  /** Gives the job a line, and serves it until `frames` end. What it throws ends the job, and is thrown by `run`. */
  readonly indexLine?: ((line: IndexLine) => Promise<void>) | undefined;
}

export interface Job {
  /** A module of `python/repository`, without that: `extract`, `install.relay`. */
  readonly module: string;
  /** JSON. */
  readonly request: unknown;
}

/** What a result depends on, besides archives, job and options. */
export interface RepositoryPlace {
  readonly provider: SandboxBackend;
  /** The image's id, or the root folder. */
  readonly place: string;
  readonly python: string;
  /** Hash of our own Python: tools and jobs. */
  readonly tools: string;
}

/** A cell that holds some archives, and runs jobs on them, one at a time. */
export interface RepositoryCell {
  readonly place: RepositoryPlace;
  /**
   * Runs a job in a box of its own. A cell that breaks is replaced by a fresh one with the same archives, three times at
   * most.
   * @throws SandboxInfraError (terminal, when three cells broke), SandboxUnavailableError, SandboxCancelledError,
   * SandboxClosedError, UsageError for limits that the cell has no room for
   */
  readonly run: (job: Job, options: JobOptions) => Promise<JobResult>;
  /** Gives it back: it is kept for a while, for whoever opens the same. */
  readonly close: () => Promise<void>;
}

/** Opens repository cells; an idle one that holds the same archives is taken first. */
export interface RepositoryHost {
  /** @throws SandboxUnavailableError, SandboxInfraError, RepositoryArchiveError, SandboxCancelledError, SandboxClosedError */
  readonly open: (options: {
    readonly archives: readonly RepositoryArchive[];
    readonly shape: RepositoryShape;
    /** Nothing else in cells of this host meanwhile. */
    readonly alone?: boolean | undefined;
    readonly signal?: AbortSignal | undefined;
  }) => Promise<RepositoryCell>;
}
