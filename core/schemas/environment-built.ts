import { z } from 'zod';

import { generators, planStages } from '../names/harness-plan';
import { RepositoryStatus } from './environment';
import { HarnessReason } from './environment-harness';
import { Instance } from './environment-instance';
import { SliceFragment } from './slice-fragment';
import { Sha256 } from './sha256';

const Line = z.int().positive();
const Count = z.int().nonnegative();

/** From one line of the file to another; a negative one leaves the definition. */
const Arc = z.tuple([z.int(), z.int()]);

/** What the cases of a harness execute of a definition. Lines are those of its file. */
export const CoverageMarks = z.strictObject({
  /** That can be executed. */
  lines: z.array(Line),
  missedLines: z.array(Line),
  branches: z.array(Arc),
  missedArcs: z.array(Arc),
});
export type CoverageMarks = z.infer<typeof CoverageMarks>;

/** A change of the definition that no case notices. */
export const Survivor = z.strictObject({
  line: Line,
  /** `< became <=`. */
  words: z.string(),
  /** Some case executes the line. */
  reached: z.boolean(),
});
export type Survivor = z.infer<typeof Survivor>;

const DroppedCase = z.strictObject({ case: z.string().min(1), reason: HarnessReason });

/** Stored JSON that `sliced.slice` of a plan names: the definition itself, decorators included, then what it depends on. */
export const FunctionSlice = z.array(SliceFragment).min(1);
export type FunctionSlice = z.infer<typeof FunctionSlice>;

/** What work cost when it was done. */
const cost = {
  /** Of the boxes. */
  cpuMs: z.number().nonnegative(),
  wallMs: z.number().nonnegative(),
  /** It was done before, maybe for another run: here it cost nothing. */
  reused: z.boolean(),
};

/** Outcome of one plan step for pages: kept by `stepNoteKey` beside the step's result, and not compared between runs. */
export const StepNote = z.strictObject({
  stage: z.enum(planStages),
  generator: z.enum(generators).nullable(),
  /** Of the generator, from 1; 0: nobody's turn. */
  round: Count,
  came: z.enum(['sliced', 'generated', 'passed', 'failed']),
  reason: HarnessReason.nullable(),
  /** Whole, as the next round is told. */
  feedback: z.string().nullable(),
  /** So many cases it ended with. */
  cases: Count.nullable(),
  /** Coverage or mutation score, also of a gate that stayed shut. */
  measure: z.number().min(0).max(1).nullable(),
  dropped: z.array(DroppedCase),
  ...cost,
  /** With `sliced`: sha256 of the stored `FunctionSlice`. */
  slice: Sha256.optional(),
  /** Of the stage `coverage`. */
  coverage: CoverageMarks.optional(),
  /** Of the stage `mutation`. */
  survivors: z.array(Survivor).optional(),
});
export type StepNote = z.infer<typeof StepNote>;

/** Steps on a repository as a whole, in order. */
export const repositorySteps = ['take-in', 'install', 'imports', 'select', 'traces'] as const;
export type RepositoryStep = (typeof repositorySteps)[number];

/** What a step on a whole repository came to, as pages tell it: kept by `repositoryNoteKey`. */
export const RepositoryNote = z.strictObject({
  step: z.enum(repositorySteps),
  ...cost,
  ended: RepositoryStatus.nullable(),
  /** Of `install`; null: it was not installed. */
  environment: Sha256.nullable().optional(),
  /** Of `imports`: those that could not be imported, with the job's status and reason. */
  modules: z
    .array(z.strictObject({ module: z.string(), status: z.string(), reason: z.string() }))
    .optional(),
  /** Of `traces`: the suites that were run, and how many functions they called. */
  traces: z
    .strictObject({ suites: z.array(z.string()), inputs: Count, functions: Count })
    .optional(),
});
export type RepositoryNote = z.infer<typeof RepositoryNote>;

/** All facts of an accepted harness: JSON that `harness` of its funnel entry names. Models are asked only with `instance`. */
export const BuiltHarness = z.strictObject({
  format: z.literal(1),
  instance: Instance,
  coverage: CoverageMarks,
  survivors: z.array(Survivor),
  /** Cases that were left out on the way, and why. */
  dropped: z.array(DroppedCase),
});
export type BuiltHarness = z.infer<typeof BuiltHarness>;
