import type { PromptChoice } from '../names/prompt-choice';
import type { SteeringKind } from '../names/steering-commands';
import type { AttemptResult } from '../ports/records';
import type { AttemptSums } from '../ports/run-sums';
import type {
  AttemptOutcome,
  AttemptStatus,
  CallPurpose,
  RunConfig,
  WorkKind,
} from '../schemas/run';
import type { OfKind } from './of-kind';

/**
 * The part of a kind that the workflow of a run needs. `workflows/index.ts` names it for every kind. It is in the workflow bundle, so
 * its file is small and imports no schema as a value.
 */
export interface ItemRow<Outcome extends AttemptOutcome = AttemptOutcome> {
  /** Type of the workflow that one item runs as. `workflows/index.ts` exports it under this name. */
  readonly workflow: string;
  /** Value of the search attribute `EspalierPhase` of an item while it is at work. */
  readonly phase: string;
  /** Outcome of an attempt that never began. */
  readonly noOutcome: Outcome;
}

/** Most programs or rounds that one attempt may take. */
export interface AttemptBudget {
  readonly most: number;
  readonly of: 'program' | 'round';
}

/** A program's run on the tests that its method was shown. */
export interface ShownRun {
  readonly timeSensitive: boolean;
  /** Number of fresh cells that were started for it. Absent: unknown. */
  readonly freshCells?: number | undefined;
}

/** The sums that only attempts of some kinds have. */
export type KindSums = Pick<
  AttemptSums,
  'several' | 'speculative' | 'neutralValues' | 'dialogues' | 'environments' | 'tasks' | 'rows'
>;

/** How runs of a kind are planned, and how the store, grading, tables and exports read their records. */
export interface KindRow<
  Kind extends WorkKind,
  Config = OfKind<RunConfig, Kind>,
  Outcome extends AttemptOutcome = OfKind<AttemptOutcome, Kind>,
  Purpose = OfKind<CallPurpose, Kind>,
> {
  readonly methods: readonly string[];
  /** Whether `--method` takes these names. If not, a command of the kind's own plans its runs. */
  readonly byMethod: boolean;
  /** Most attempts that one item, and so one child workflow, takes on together. */
  together(config: Config): number;
  /** The position after the item of this position. Absent: the next multiple of `together`. */
  itemEnd?(config: Config, position: number): number;
  /** Steering that an attempt takes beside that of every kind. */
  readonly steering: readonly SteeringKind[];
  /** Whether the answer gets a hidden verdict. If not, reports leave out solved, pass@1 and bounds. */
  readonly scored: boolean;
  /** Models that a run asks beside its own. */
  models(config: Config): readonly string[];
  /** The method as tables name it, with what is unusual about its configuration. */
  methodText(config: Config): string;
  /** Who wrote the programs, if they were there before the run: by name for ids, and as a person calls it. null: the run's model. */
  author(config: Config): { readonly name: string; readonly label: string } | null;
  /** The configuration without what decides no result: the run's id is a hash of it. */
  identity(config: Config): Config;
  /** How often each problem is attempted, in their order. null: each as often as the run's `samples` says. */
  counts(config: Config): readonly number[] | null;
  /** How the run's prompts were chosen. null: only the configuration of the kind chooses prompts. */
  prompts(config: Config): PromptChoice | null;
  /** sha256 of every prompt that a run can send (test/pins/prompts.test.ts); `sha256` hashes a text. null: it sends none. */
  promptsSha256(config: Config, sha256: (text: string) => string): string | null;
  /** sha256 of the program that the attempt answers with. null: none. */
  answer(outcome: Outcome): string | null;
  /** sha256 of every distinct program to grade on the hidden tests. */
  programs(outcome: Outcome): readonly string[];
  /** Identities of the model calls that the outcome names, in its order. */
  calls(outcome: Outcome): readonly string[];
  /** sha256 of the texts that the outcome names. A text may be named twice. */
  texts(outcome: Outcome): readonly string[];
  /** How many programs the attempt generated. */
  generated(outcome: Outcome): number;
  /** Every run of a program on shown tests. */
  shownRuns(outcome: Outcome): readonly ShownRun[];
  /** The outcome without what no table of runs shows. Tables hold 100,000 outcomes at a time. */
  tabled(outcome: Outcome): Outcome;
  /** The kind's own sums of one attempt. */
  sums(result: AttemptResult<Outcome>, status: AttemptStatus): Partial<KindSums>;
  /** null: attempts have no budget of programs or rounds. */
  budget(config: Config): AttemptBudget | null;
  /** Where in its attempt a call was made, in one word. */
  place(purpose: Purpose): string;
  /** Ordinal of the program or reply that a call was made for, from 0. */
  ordinal(purpose: Purpose): number;
}

/** All that the product knows of a kind of work beside its schemas (`kind-schemas.ts`). */
export type WorkRow<Kind extends WorkKind> = ItemRow<OfKind<AttemptOutcome, Kind>> & KindRow<Kind>;
