import type { BoxLimits, CheckResult } from '../schemas/verdict';

/** One program, checked by some tests. Program and test texts reach the box by descriptor, never by a folder. */
export interface CheckTask {
  /** The program as executed: preamble, newline, program (decisions 8). */
  readonly program: string;
  /** Trusted helpers the checker may need under split grading (HumanEval: the prompt). Unused when shared. */
  readonly trustedSetup: string;
  readonly entryPoint: string;
  /**
   * Python snippets. Each runs in a fresh process after the program has been loaded there, and passes when it
   * finishes without an exception. Empty: one outcome, `passed` when the program loads and defines `entryPoint`.
   */
  readonly tests: readonly string[];
  /** Per test. */
  readonly limits: BoxLimits;
  /** Seeds `random`; hash seed is 0 and TZ is UTC always. */
  readonly seed: number;
  /** Nothing else of ours runs on this machine meanwhile: the second opinion on a stopped program. */
  readonly alone?: boolean;
}

export interface SandboxRunOptions {
  readonly signal?: AbortSignal;
}

/**
 * Runs untrusted programs. What a program does is data (`CheckResult`); a broken sandbox throws a
 * `SandboxInfraError` (fate `retryable`). A pass needs the runner's own completion record.
 */
export interface Sandbox {
  readonly check: (task: CheckTask, options?: SandboxRunOptions) => Promise<CheckResult>;
  /** Identifies what verdicts depend on: provider, guest hash, Python, assurance. Part of the cache key. */
  readonly fingerprint: string;
  /** Ends what still runs and removes everything it made. */
  readonly close: () => Promise<void>;
}

/** One thing a provider found out about this machine. */
export interface SandboxFinding {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** When not ok. */
  readonly remedy?: string;
}
