import type { ShellRun, ShellTask } from './shell';
import type { PatchTest, TaskSource, TestRunner } from '../schemas/patch-task';
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

/** Tools whose manner a sandbox knows. */
export const mannerTools = ['human-eval', 'evalplus', 'evalplus-oci-2024', 'lcb', 'apps'] as const;

/** How another tool loads, calls and limits a program. docs/grading.md has the details. */
export interface Manner {
  readonly tool: (typeof mannerTools)[number];
  /** Checks with many cases: the shortest time limit of one case, in ms of wall time. */
  readonly caseMs: number;
  /** The limit of a case is at least this multiple of the time of the reference. 0: no such rule. */
  readonly factor: number;
  /** Limit for all cases together, whatever each is allowed, in ms. */
  readonly mostMs: number;
  /** Added to the limit of all cases, in ms. */
  readonly graceMs: number;
  /** Whether the check continues after a case that did not pass. */
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
  /** Whether nothing else of this worker runs meanwhile: the second run of a stopped program. */
  readonly alone?: boolean;
  /** Default `data`. */
  readonly assurance?: Assurance;
  /** Absent: programs are run as we run them. */
  readonly manner?: Manner;
}

/**
 * One program that runs as `__main__`: input in, output and status out. The expected output is compared outside the sandbox.
 */
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

/** The records of the process of a candidate, unchanged. The judge must treat them as hostile. */
export interface HarnessRun {
  /** Result of placing the program and importing its package. */
  readonly end:
    | { readonly kind: 'ran' }
    /** `error`: fit to be told. */
    | {
        readonly kind: Exclude<VerdictKind, 'passed'>;
        readonly error?: string;
      };
  /** Parts of the program that were not placed, in words. Absent: all were placed. */
  readonly leftOut?: string;
  /** The records of each part of the task, in its order. */
  readonly parts: readonly (readonly unknown[])[];
  readonly cpuMs: number;
  readonly timeSensitive: boolean;
  readonly provenance: Provenance;
}

/** A patch for a repository, and what is run with it. */
export interface PatchTask {
  readonly source: TaskSource;
  /** A unified diff. */
  readonly patch: string;
  /** `hidden`: files laid last, and the tests to run in them. `visible`: tests of the repository, and scripts. */
  readonly tests:
    | {
        readonly kind: 'hidden';
        readonly testPatch: string;
        readonly directives: readonly string[];
      }
    | { readonly kind: 'visible'; readonly tests: readonly PatchTest[] };
  readonly runner: TestRunner;
  /** Whether the files that each test file executes are told (`covers`), where the runner can. */
  readonly coverage?: true;
  /** Of each run of tests. */
  readonly limits: BoxLimits;
  readonly seed: number;
  readonly alone?: boolean;
}

/** One run of tests in a repository with the patch. */
export interface TaskTestsRun {
  /** Exit code of the runner, or the negative number of a signal. null: it was ended. */
  readonly exit: number | null;
  readonly timedOut: boolean;
  /** What the reporter said of each test, by its id: PASSED, FAILED, ERROR, SKIPPED, XFAIL. null: this runner has no reporter. */
  readonly statuses: Readonly<Record<string, string>> | null;
  /** What no honest run does, in words. */
  readonly trouble: readonly string[];
  /** The limit of the box that ended it, as a verdict has it. Absent: none did. */
  readonly stopped?: 'memory-limit' | 'output-limit' | 'killed-by-signal' | undefined;
  /** Of a runner without a reporter: the log of the twins, and by file the tests that were made to fail. Absent: no twins ran. */
  readonly twin?:
    | { readonly log: string; readonly rewritten: Readonly<Record<string, readonly string[]>> }
    | undefined;
  /** Files of the repository that each test file executed, by its path. Absent: not asked for, or not known. */
  readonly covers?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Standard output and error of the runner, without our own tests. */
  readonly log: string;
}

/** What became of a patch: facts, and texts that foreign code may have made. */
export interface PatchRun {
  /** The command that applied it. null: none did. */
  readonly applied: string | null;
  readonly tried: readonly { readonly command: string; readonly said: string }[];
  /** Files that the tests saw changed or added, and removed. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Changes that were put back before the tests ran. */
  readonly dropped: readonly { readonly path: string; readonly reason: string }[];
  /** Of `hidden` one; of `visible` one for each test that was run, null for a regression test that covers no changed file. Empty: not applied. */
  readonly runs: readonly (TaskTestsRun | null)[];
  /** sha256 of the stored log of each run, in the same order. */
  readonly logs: readonly (string | null)[];
  readonly cpuMs: number;
  readonly timeSensitive: boolean;
  readonly provenance: Provenance;
}

export interface SandboxRunOptions {
  readonly signal?: AbortSignal;
  /** Runs in a place that was started for this task and has run nothing before, because the former place broke. */
  readonly fresh?: boolean;
  /** With hidden tests of a patch: whether a run is worth forging. If not, its twins do not run. Absent: every run is. */
  readonly isWorthForging?: (run: TaskTestsRun) => boolean;
}

/**
 * Runs untrusted programs. The behaviour of a program is data (`CheckResult`, `ScriptResult`). A broken sandbox throws a
 * `SandboxInfraError` (fate `retryable`), and a test that Python cannot compile throws a `TestBrokenError` (fate
 * `terminal`). Neither is ever a verdict.
 */
export interface Sandbox {
  readonly check: (task: CheckTask, options?: SandboxRunOptions) => Promise<CheckResult>;
  readonly run: (task: ScriptTask, options?: SandboxRunOptions) => Promise<ScriptResult>;
  /** Absent: it has no cells that hold repositories. */
  readonly harness?: (task: HarnessTask, options?: SandboxRunOptions) => Promise<HarnessRun>;
  /** Absent: it has no cells that hold repositories. */
  readonly patch?: (task: PatchTask, options?: SandboxRunOptions) => Promise<PatchRun>;
  /** Absent: it has no cells that hold repositories. */
  readonly shell?: (task: ShellTask, options?: SandboxRunOptions) => Promise<ShellRun>;
  /** What verdicts depend on in addition to the task: backend, place, guest hash, and the cells. Part of the cache key. */
  readonly fingerprint: string;
  /** The same of `harness` and `patch`. */
  readonly harnessFingerprint?: string;
  /** Ends everything that still runs and removes everything that it made. */
  readonly close: () => Promise<void>;
}

/** A finding of a backend about this machine. */
export interface SandboxFinding {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** When not ok. */
  readonly remedy?: string;
}
