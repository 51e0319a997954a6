import type { BlockEnd } from '../schemas/dialogue';

/** Limits of an interpreter session, set at its start. All are positive. */
export interface SessionLimits {
  /** Wall time of one block. Then the block is interrupted. */
  readonly blockMs: number;
  /** Time after the interrupt. Then the process is killed. */
  readonly graceMs: number;
  /** Of the process. */
  readonly memoryMb: number;
  readonly processes: number;
  /** Stored bytes of the output of one block, from its beginning and its end. The rest is counted and dropped. */
  readonly outputBytes: number;
  /** Scratch space of the session, which its files lie in. */
  readonly diskMb: number;
}

export const usualSessionLimits: SessionLimits = {
  blockMs: 20_000,
  graceMs: 2_000,
  memoryMb: 2048,
  processes: 64,
  outputBytes: 64 * 1024,
  diskMb: 256,
};

/** What a block wrote, in the order in which it did. */
export type OutputPart =
  | { readonly kind: 'stdout' | 'stderr'; readonly text: string }
  /** `repr` of its last expression. */
  | { readonly kind: 'value'; readonly text: string }
  /** A table that was its last expression or was displayed: its text as Python prints it. */
  | { readonly kind: 'table'; readonly text: string }
  /** Exception: the block's own frames and the exception's line. */
  | { readonly kind: 'error'; readonly text: string }
  /** A file or image that it made, by name. */
  | { readonly kind: 'artefact'; readonly name: string }
  /** So many bytes were dropped here. */
  | { readonly kind: 'dropped'; readonly bytes: number };

export interface SessionFile {
  /** Relative to the session's folder; no `..`. */
  readonly name: string;
  readonly mime: string;
  readonly content: Uint8Array;
}

export interface BlockResult {
  readonly end: BlockEnd;
  /** Of `lost`: what ended the process: `time`, `memory`, `exit`, `signal`. */
  readonly cause?: 'time' | 'memory' | 'exit' | 'signal';
  readonly parts: readonly OutputPart[];
  /** Files of the session's folder that the block made or changed, and images that it showed; bounded. */
  readonly artefacts: readonly SessionFile[];
  /** A measure, never part of what a model is told. */
  readonly wallMs: number;
}

/** A Python process that keeps its state between blocks. */
export interface InterpreterSession {
  /**
   * Runs a block, one at a time. After `lost` the session is useless. A `signal` during the block interrupts it, as its time
   * limit does: the result has the output so far, and the state is kept.
   * @throws SandboxInfraError when the place broke, SandboxClosedError after `lost` or `close`, SandboxCancelledError when
   * the signal was aborted before the block began
   */
  readonly run: (
    code: string,
    options?: {
      readonly signal?: AbortSignal;
      /** Called with the output of the block while it runs, whole or in pieces. */
      readonly onOutput?: (part: OutputPart) => void;
    },
  ) => Promise<BlockResult>;
  /** Puts files into the session's folder. */
  readonly give: (files: readonly SessionFile[]) => Promise<void>;
  /** Ends the session. Nothing of it remains. */
  readonly close: () => Promise<void>;
}

/** Starts sessions, each in a cell of its own. */
export interface SessionHost {
  /** @throws SandboxUnavailableError, SandboxInfraError */
  readonly open: (options: {
    readonly limits: SessionLimits;
    readonly seed: number;
    readonly signal?: AbortSignal;
  }) => Promise<InterpreterSession>;
}
