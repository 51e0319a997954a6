import type { HarnessReason } from '../../names/environment-reasons';
import type { Generator, PlanGate, PlanStage } from '../../names/harness-plan';

/** R2E's default. */
export const defaultMaxRounds = 3;

export interface PlanConfig {
  /** Id of the definition, with its repository. */
  readonly target: string;
  readonly generators: readonly Generator[];
  /** Number of requests to the model, at least one. */
  readonly maxRounds: number;
}

/** The next action, with texts and harnesses by sha256. The event repeats its id: answers to other steps are not accepted. */
export type PlanAction =
  | { readonly kind: 'slice'; readonly id: string }
  | {
      readonly kind: 'generate';
      readonly id: string;
      readonly generator: Generator;
      /** Round of this generator, from 1. */
      readonly round: number;
      readonly slice: string;
      /** The present cases. */
      readonly harness: string | null;
      /** What the previous round lacked: about these cases, or about the cases of this generator. */
      readonly feedback: string | null;
      /** The stage that failed and the failed part, which is no longer among the present cases. null: nothing failed. */
      readonly failed: PlanFailure | null;
    }
  /** Run the original twice: vacuity and self-equivalence. Cases that pass are added to the present cases. */
  | {
      readonly kind: 'run';
      readonly id: string;
      readonly part: string;
      readonly harness: string | null;
    }
  | { readonly [Gate in PlanGate]: GateAction<Gate> }[PlanGate]
  | { readonly kind: 'finish'; readonly finish: PlanFinish };

/** An action that an activity carries out. */
export type StepAction = Exclude<PlanAction, { readonly kind: 'finish' }>;

/** All present cases together. */
interface GateAction<Kind extends PlanGate> {
  readonly kind: Kind;
  readonly id: string;
  readonly harness: string;
}

export type PlanFinish =
  | { readonly kind: 'accepted'; readonly harness: string }
  | { readonly kind: 'rejected'; readonly reason: HarnessReason };

/** The event that answers a step. */
export type PlanEvent = { readonly of: string } & (
  | { readonly kind: 'sliced'; readonly slice: string }
  | { readonly kind: 'generated'; readonly part: string }
  /** There is nothing to run. `feedback` is for the next round of the same generator. */
  | {
      readonly kind: 'failed';
      readonly reason: HarnessReason;
      readonly feedback: string | null;
    }
  /** A gate accepts these cases, which may be fewer than before. */
  | {
      readonly kind: 'passed';
      readonly harness: string;
      readonly cases: number;
      /** Coverage or mutation score. */
      readonly measure?: number;
    }
);

export interface PlanFailure {
  readonly stage: PlanStage;
  /** null: the failure is about the present cases, or there was no part. */
  readonly part: string | null;
}

/** A step that was answered. All of them are kept, whatever the end of the plan. */
export interface PlanRecord {
  readonly id: string;
  readonly stage: PlanStage;
  readonly generator: Generator | null;
  readonly round: number;
  readonly came: PlanEvent['kind'];
  readonly reason: HarnessReason | null;
  readonly cases: number | null;
  readonly measure: number | null;
}

/** The turn of a generator: its time to make cases. `model` has one turn per round. */
export interface PlanTurn {
  readonly generator: Generator;
  readonly round: number;
}

/** State of a plan. It is serialisable and small: it holds hashes, never texts. */
export interface PlanState {
  readonly config: PlanConfig;
  readonly stage: PlanStage;
  readonly steps: number;
  readonly slice: string | null;
  /** Place in the list of turns. */
  readonly turn: number;
  /** The part that the generator of the turn gave. */
  readonly part: string | null;
  readonly harness: string | null;
  /** Number of cases of the harness. */
  readonly cases: number;
  /** Whether these cases, or more, already passed the reruns. */
  readonly rerun: boolean;
  readonly feedback:
    ({ readonly text: string; readonly about: Generator | 'harness' } & PlanFailure) | null;
  /** The failure at the latest stage so far. */
  readonly furthest: { readonly stage: PlanStage; readonly reason: HarnessReason } | null;
  readonly records: readonly PlanRecord[];
  readonly finish: PlanFinish | null;
}
