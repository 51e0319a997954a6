import type { AttemptOutcome } from '../schemas/run';
import type { TextRef } from '../schemas/text';
import type { AttemptKey } from '../durable/attempt-key';
import type { StatusPlace } from './status-place';

/** The result of every workflow of an item. */
export interface AttemptSummary {
  readonly status: 'completed' | 'unscored' | 'cancelled';
  readonly solved: boolean;
}

/**
 * An activity that is all the work on an item. It records its attempts, and those that have ended stay as they are. The
 * summary is completed, or solved, if every attempt of the item is.
 * @param input.attempt the first attempt of the item, at this position
 */
export type WorkOnItem = (input: {
  readonly attempt: AttemptKey;
  readonly position: number;
}) => Promise<AttemptSummary>;

/** A planned item of a run, named by its attempt or by the first of several. */
export interface PlannedItem {
  readonly problem: string;
  readonly sample: number;
  /** Place in the order of its run. */
  readonly position: number;
}

/** A page of the unfinished items of a run, in order. */
export interface RunPlanPage {
  readonly attempts: readonly PlannedItem[];
  /** null: this was the last page. */
  readonly next: number | null;
  /** Attempts of the run. */
  readonly total: number;
}

/** Activities of all kinds of work. Each is safe to run twice. Inputs and results are only ids, hashes and short texts. */
export interface WorkPorts {
  readonly loadPlan: (input: {
    readonly run: string;
    readonly from: number;
    readonly size: number;
  }) => Promise<RunPlanPage>;
  readonly setRunStatus: (input: {
    readonly run: string;
    readonly status: 'running' | 'paused' | 'completed' | 'cancelled';
    readonly reason: string | null;
    /** Absent: set by code from before statuses had a place. */
    readonly told?: StatusPlace | undefined;
  }) => Promise<void>;
  /** Ends an attempt without a verdict: cancelled by a person, or unscored for a cause. The attempt may not have begun. */
  readonly recordUngraded: (input: {
    readonly attempt: AttemptKey;
    readonly position: number;
    readonly outcome: AttemptOutcome;
    readonly status: 'cancelled' | 'unscored';
    readonly cause: string | null;
  }) => Promise<AttemptSummary>;
  /** The workflows among these that are closed. `cause` says why one left no record. null: it left one. */
  readonly closedItems: (input: {
    readonly ids: readonly string[];
  }) => Promise<readonly { readonly id: string; readonly cause: string | null }[]>;
  /** Stores a text of a person (an added strategy) and returns its reference. */
  readonly storeText: (input: { readonly text: string }) => Promise<TextRef>;
}
