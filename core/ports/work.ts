import type { AttemptOutcome } from '../schemas/run';
import type { TextRef } from '../schemas/text';
import type { AttemptKey } from '../durable/attempt-key';
import type { StatusPlace } from './status-place';

/** What every workflow of an item ends with. */
export interface AttemptSummary {
  readonly status: 'completed' | 'unscored' | 'cancelled';
  readonly solved: boolean;
}

/** An item of a run as it was planned: an attempt, or the first of several. */
export interface PlannedItem {
  readonly problem: string;
  readonly sample: number;
  /** Order in its run. */
  readonly position: number;
}

/** A page of the items a run consists of, unfinished ones only, in order. */
export interface RunPlanPage {
  readonly attempts: readonly PlannedItem[];
  /** null: this was the last page. */
  readonly next: number | null;
  /** Attempts of the run. */
  readonly total: number;
}

/**
 * What the workflows of every kind of work ask of the world. Activities implement it; each is safe to run twice.
 * Inputs and results are ids, hashes and short texts only.
 */
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
    /** Absent: told by code of before statuses had a place. */
    readonly told?: StatusPlace | undefined;
  }) => Promise<void>;
  /** The attempt ends without a verdict: cancelled by a person, or unscored for a cause; it may not have begun. */
  readonly recordUngraded: (input: {
    readonly attempt: AttemptKey;
    readonly position: number;
    readonly outcome: AttemptOutcome;
    readonly status: 'cancelled' | 'unscored';
    readonly cause: string | null;
  }) => Promise<AttemptSummary>;
  /** Of these workflows, those that are no longer open; `cause` says why one has left no record, null: it has. */
  readonly closedItems: (input: {
    readonly ids: readonly string[];
  }) => Promise<readonly { readonly id: string; readonly cause: string | null }[]>;
  /** Stores a person's text (an added strategy) and returns its reference. */
  readonly storeText: (input: { readonly text: string }) => Promise<TextRef>;
}
