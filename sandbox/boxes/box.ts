import type { Readable, Writable } from 'node:stream';

import type { BoxLimits } from '../../core/schemas/verdict';

/** A running box: one isolated place with our supervisor as its first process. */
export interface Box {
  readonly input: Writable;
  readonly output: Readable;
  /** Puts the limits in force that only a running box can be given. After its hello, before it is told anything. */
  readonly confine: () => void;
  /** Last words on the box's error stream, for messages about a broken box. */
  readonly lastWords: () => string;
  /** Kills everything in the box and returns when nothing of it is left. May be called twice. */
  readonly end: () => Promise<void>;
}

/**
 * Starts boxes. A provider is one of these; what is said to a box is the same everywhere. A box that serves many
 * checks, or several boxes behind one verdict, needs no more than this.
 */
export interface BoxBackend {
  readonly provider: 'bubblewrap' | 'docker';
  /** What besides the tools a verdict depends on: the image's id, the root folder. */
  readonly place: string;
  /** Whether processes are counted per box by user id, so that RLIMIT_NPROC is a limit of one box. */
  readonly countsProcesses: boolean;
  /**
   * Starts one box; it says hello by itself.
   * @throws SandboxUnavailableError, ImageMissingError
   */
  readonly start: (limits: BoxLimits, options: { readonly signal: AbortSignal }) => Promise<Box>;
  /** Waits until what `end` left to others (a daemon's own removal) is done. */
  readonly close: () => Promise<void>;
}
