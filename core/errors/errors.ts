/**
 * What becomes of the work that met this error.
 * - `retryable`: the engine tries again, after `retryAfterMs` if given
 * - `waits`: somebody asked to be left alone for so long (`retryAfterMs`) that the workflow sleeps, and then tries again: none
 *   of it is taken off the time for which trouble is waited out
 * - `terminal`: trying again cannot help; the attempt is unscored
 * - `pauses-run`: the run waits, with the reason shown, until `run resume`
 * - `begins-anew`: the store does not have what the work knows of: the attempt is begun anew from the store, once, and is
 *   unscored when it comes to the same again
 * - `cancelled`: somebody asked for the end
 */
export const errorFates = [
  'retryable',
  'waits',
  'terminal',
  'pauses-run',
  'begins-anew',
  'cancelled',
] as const;
export type ErrorFate = (typeof errorFates)[number];

/** Exit codes of the CLI: 0 ok, 1 ran and found failures, 2 bad usage, 3 environment not ready. */
export const exitCodes = { ok: 0, failures: 1, usage: 2, notReady: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export interface EspalierErrorOptions {
  /** Stable upper-case code, e.g. `SANDBOX_IMAGE_MISSING`. Frozen by a pin once published. */
  readonly code: string;
  /** What the reader can do about it, as a sentence or a command. */
  readonly remedy: string;
  /** Default `terminal`. */
  readonly fate?: ErrorFate;
  /** Default `notReady` (3). */
  readonly exitCode?: ExitCode;
  /** Only with fate `retryable` or `waits`: earliest next try. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** Base of every error we throw on purpose: the message names what failed and on which input. */
export class EspalierError extends Error {
  readonly code: string;
  readonly remedy: string;
  readonly fate: ErrorFate;
  readonly exitCode: ExitCode;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: EspalierErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = options.code;
    this.remedy = options.remedy;
    this.fate = options.fate ?? 'terminal';
    this.exitCode = options.exitCode ?? exitCodes.notReady;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** The caller gave something we cannot use: an argument, a file, a row. Exit code 2. */
export class UsageError extends EspalierError {
  constructor(message: string, remedy: string, options?: { code?: string; cause?: unknown }) {
    super(message, {
      code: options?.code ?? 'BAD_USAGE',
      remedy,
      exitCode: exitCodes.usage,
      ...(options?.cause === undefined ? {} : { cause: options.cause }),
    });
  }
}

/** Something this machine must offer is absent or broken. Exit code 3. */
export class NotReadyError extends EspalierError {
  constructor(
    message: string,
    remedy: string,
    options?: { code?: string; fate?: ErrorFate; cause?: unknown },
  ) {
    super(message, {
      code: options?.code ?? 'NOT_READY',
      remedy,
      ...(options?.fate === undefined ? {} : { fate: options.fate }),
      exitCode: exitCodes.notReady,
      ...(options?.cause === undefined ? {} : { cause: options.cause }),
    });
  }
}
