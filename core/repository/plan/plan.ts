import type { HarnessReason } from '../../names/environment-reasons';
import type { Generator, PlanStage } from '../../names/harness-plan';

/** R2E's default. */
export const defaultMaxRounds = 3;

export interface PlanConfig {
  /** Id of the definition, with its repository. */
  readonly target: string;
  readonly generators: readonly Generator[];
  /** So often the model is asked, at least once. */
  readonly maxRounds: number;
}

/**
 * What is to be done next. Texts and harnesses are told by sha256. The id is answered with the event, so that nothing that
 * was meant for another function, or another step, is taken for an answer.
 */
export type PlanAction =
  | { readonly kind: 'slice'; readonly id: string }
  | {
      readonly kind: 'generate';
      readonly id: string;
      readonly generator: Generator;
      /** Of this generator, from 1. */
      readonly round: number;
      readonly slice: string;
      /** The cases there are. */
      readonly harness: string | null;
      /** What the round before lacked: of these cases, or of what this generator gave. */
      readonly feedback: string | null;
      /** Where that failed, and the part that did, which is no longer among the cases there are; null: nothing has. */
      readonly failed: PlanFailure | null;
    }
  /** The reference twice: vacuity and self-equivalence. What passes is added to the cases there are. */
  | {
      readonly kind: 'run';
      readonly id: string;
      readonly part: string;
      readonly harness: string | null;
    }
  | GateAction<'coverage'>
  | GateAction<'mutation'>
  | GateAction<'reruns'>
  | GateAction<'minimise'>
  | GateAction<'scan'>
  | { readonly kind: 'finish'; readonly finish: PlanFinish };

/** An action that an activity carries out. */
export type StepAction = Exclude<PlanAction, { readonly kind: 'finish' }>;

/** All cases there are, together. */
interface GateAction<Kind extends PlanStage> {
  readonly kind: Kind;
  readonly id: string;
  readonly harness: string;
}

export type PlanFinish =
  | { readonly kind: 'accepted'; readonly harness: string }
  | { readonly kind: 'rejected'; readonly reason: HarnessReason };

/** What came of a step. */
export type PlanEvent = { readonly of: string } & (
  | { readonly kind: 'sliced'; readonly slice: string }
  | { readonly kind: 'generated'; readonly part: string }
  /** There is nothing to run. `feedback`: for the next round of the same generator. */
  | {
      readonly kind: 'failed';
      readonly reason: HarnessReason;
      readonly feedback: string | null;
    }
  /** A gate is open for these cases, which may be fewer than before. */
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
  /** null: the cases there are, or there was no part. */
  readonly part: string | null;
}

/** One step that was answered: all of them are kept, whatever became of the plan. */
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

/** A turn of one generator. */
export interface PlanTurn {
  readonly generator: Generator;
  readonly round: number;
}

/** Serialisable, and small: hashes, never a text. */
export interface PlanState {
  readonly config: PlanConfig;
  readonly stage: PlanStage;
  /** Steps answered. */
  readonly steps: number;
  readonly slice: string | null;
  /** Place in the list of turns. */
  readonly turn: number;
  /** What the turn's generator gave. */
  readonly part: string | null;
  readonly harness: string | null;
  /** How many cases the harness has. */
  readonly cases: number;
  /** These cases, or more, were run again already. */
  readonly rerun: boolean;
  readonly feedback:
    ({ readonly text: string; readonly about: Generator | 'harness' } & PlanFailure) | null;
  /** The failure that came furthest. */
  readonly furthest: { readonly stage: PlanStage; readonly reason: HarnessReason } | null;
  readonly records: readonly PlanRecord[];
  readonly finish: PlanFinish | null;
}
