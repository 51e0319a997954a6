import { z } from 'zod';

import { sandboxBackends } from '../names/sandbox-backends';

/** Result of running a program (rules 1). An infrastructure fault is an exception, never one of these. */
export const verdictKinds = [
  'passed',
  'failed',
  'raised',
  'no-program',
  'exited-early',
  'timed-out',
  'memory-limit',
  'output-limit',
  'killed-by-signal',
] as const;
export type VerdictKind = (typeof verdictKinds)[number];

/**
 * What a verdict is worth, the highest first. `data`, `objects`: program and test in a box each; at `data` only plain values
 * cross, at `objects` the test may also work with the program's own objects. `shared`: one process ran both.
 */
export const assuranceLevels = ['data', 'objects', 'shared'] as const;
export type Assurance = (typeof assuranceLevels)[number];

export const usualLeastLevel: Assurance = 'objects';

/** Words that stores may contain. `split` meant separate boxes with handles, before there were levels. */
export const recordedAssurances = [...assuranceLevels, 'split'] as const;
export type RecordedAssurance = (typeof recordedAssurances)[number];

/** The level that a recorded word stands for. */
export function levelRecorded(word: RecordedAssurance): Assurance {
  return word === 'split' ? 'objects' : word;
}

/** A level, recorded in either word. */
export const AssuranceLevel = z.enum(recordedAssurances).transform(levelRecorded);

/** `detail` of a `failed` at `data` or `objects`: the test needs what cannot cross there, or what nobody can answer there. */
export const notDataDetail = 'not-data';

/** How a patch was judged, for reports. */
export const PatchFacts = z.strictObject({
  /** The command that applied it. null: none did. */
  applied: z.string().nullable(),
  /** Changes that were put back before the tests ran. */
  dropped: z.array(z.strictObject({ path: z.string(), reason: z.string() })),
  resolution: z.enum(['full', 'partial', 'no', 'no-result']),
  /** Tests that passed, and all. */
  failToPass: z.tuple([z.int(), z.int()]),
  passToPass: z.tuple([z.int(), z.int()]),
  /** sha256 of the stored log. null: the tests did not run. */
  log: z.string().nullable(),
});
export type PatchFacts = z.infer<typeof PatchFacts>;

/** One test snippet run against one program in a fresh process. */
export const TestOutcome = z.strictObject({
  kind: z.enum(verdictKinds),
  assurance: z.enum(recordedAssurances),
  /**
   * Finer class, no part of the verdict: `tampering`, `checker`, `processes`, `disk`, a signal's name from what the sandbox
   * saw; `not-applied` of a patch; `not-run` of tests that cover nothing a patch changes; `not-data` of a `failed` at `data` or `objects`; `case`, `loading` where cases are marked.
   */
  detail: z.string().optional(),
  /** The test used an object of the program, which is the only witness for its type. Never at `data`. */
  handles: z.literal(true).optional(),
  /** `repr` of the left side of a failed `assert left == right`, bounded and normalised (rules 7). */
  actual: z.string().optional(),
  /**
   * Of a check of many cases, the one that it ended at: `repr` of its list of arguments and of what was expected, bounded
   * and normalised as `actual` is. Only of a program that answered or raised. Of a script: its input and output.
   */
  case: z.strictObject({ input: z.string(), expected: z.string() }).optional(),
  /**
   * Of cases that a grading profile asks to have marked, in their order: `1` passed, `0` another result, `w` another
   * output, `r` an exception, `t` no time left, `c` no Python, `x` a process that ended without a word. Those that were not tried, or that ended a program which is
   * asked for them all, have none.
   */
  marks: z
    .string()
    .regex(/^[01wrtcx]*$/)
    .optional(),
  /** Of tests of a repository that passed before a patch: how many no longer do. */
  broken: z.int().nonnegative().optional(),
  /** Of a patch that was judged by hidden tests. */
  patch: PatchFacts.optional(),
  /** Exception text with the frames of the candidate, bounded and normalised. Absent on a pass. */
  error: z.string().optional(),
  /** CPU time, in ms. It is a measure and never part of feedback or exports. Result files of an evaluation have it. */
  cpuMs: z.number().nonnegative(),
  /** Whether at least half of a time limit was used, or the limit stopped it. */
  timeSensitive: z.boolean(),
});
export type TestOutcome = z.infer<typeof TestOutcome>;

/** Limits of one test's process tree. All are positive. */
export const BoxLimits = z.strictObject({
  cpuMs: z.int().positive(),
  /** It only ends programs that sleep: 5 x CPU, at least 5 s (rules 7). */
  wallMs: z.int().positive(),
  memoryMb: z.int().positive(),
  processes: z.int().positive(),
  /** Bytes a program may write to stdout, to stderr, and to each file. */
  outputBytes: z.int().positive(),
  /** Scratch space of the box. */
  diskMb: z.int().positive(),
});
export type BoxLimits = z.infer<typeof BoxLimits>;

/** Provenance of a verdict, stored with each verdict. */
export const Provenance = z.strictObject({
  /** The backend. This older name is in stores and exports, so it stays. */
  provider: z.enum([...sandboxBackends, 'in-process']),
  assurance: z.enum(recordedAssurances),
  /** sha256 over the files of `python/sandbox_tools`. */
  guestHash: z.string(),
  python: z.string(),
  seed: z.int(),
  /** The limits per test that applied. */
  limits: BoxLimits,
  /** Cells restarted for it: a measure, never in a verdict or export. Absent: not recorded, or a sandbox without retries. */
  freshCells: z.int().nonnegative().optional(),
});
export type Provenance = z.infer<typeof Provenance>;

/** The outcomes of one program on a list of tests, in their order. */
export const CheckResult = z.strictObject({
  outcomes: z.array(TestOutcome).min(1),
  provenance: Provenance,
});
export type CheckResult = z.infer<typeof CheckResult>;

/** How a program run as `__main__` ended. `cause`: which clock stopped it. */
export const ScriptEnd = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('exited'), code: z.int().min(0).max(255) }),
  z.strictObject({ kind: z.literal('timed-out'), cause: z.enum(['cpu', 'wall']) }),
  z.strictObject({ kind: z.literal('memory-limit') }),
  z.strictObject({ kind: z.literal('output-limit') }),
  z.strictObject({ kind: z.literal('killed-by-signal'), signal: z.string() }),
]);
export type ScriptEnd = z.infer<typeof ScriptEnd>;

/** The stored part of a stream: everything, or head and tail around a mark if it was longer than 64 KiB. */
export const CapturedOutput = z.strictObject({
  /** UTF-8; bytes that are none became U+FFFD. */
  text: z.string(),
  /** Bytes the program wrote, kept or not. */
  bytes: z.int().nonnegative(),
  truncated: z.boolean(),
});
export type CapturedOutput = z.infer<typeof CapturedOutput>;

export const ScriptResult = z.strictObject({
  end: ScriptEnd,
  stdout: CapturedOutput,
  stderr: CapturedOutput,
  /** Only what the controller of the cell saw: `processes`, `disk`. */
  detail: z.string().optional(),
  cpuMs: z.number().nonnegative(),
  wallMs: z.number().nonnegative(),
  timeSensitive: z.boolean(),
  provenance: Provenance,
});
export type ScriptResult = z.infer<typeof ScriptResult>;
