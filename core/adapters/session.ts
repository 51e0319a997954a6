import type { BlockEnd } from '../schemas/dialogue';

/** What an interpreter session may use; said where it is started. All are positive. */
export interface SessionLimits {
  /** Wall clock of one block; then it is interrupted. */
  readonly blockMs: number;
  /** After the interrupt; then the process is killed. */
  readonly graceMs: number;
  /** Of the process. */
  readonly memoryMb: number;
  readonly processes: number;
  /** Of what one block writes so much is kept, from its beginning and its end; the rest is counted and dropped. */
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
   * Runs a block; one at a time. After `lost` the session is of no use any more. A `signal` that fires while it runs
   * interrupts it, as its time does: what it had written is in the result, and its state is kept.
   * @throws SandboxInfraError when the place broke, SandboxClosedError after `lost` or `close`, SandboxCancelledError
   * when the signal had fired before it began
   */
  readonly run: (
    code: string,
    options?: {
      readonly signal?: AbortSignal;
      /** Told what the block writes as it does, whole or in pieces. */
      readonly onOutput?: (part: OutputPart) => void;
    },
  ) => Promise<BlockResult>;
  /** Puts files into the session's folder. */
  readonly give: (files: readonly SessionFile[]) => Promise<void>;
  /** Ends it; nothing of it is left. */
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
