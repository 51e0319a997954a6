import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';

import { steeringUpdate } from './steering-update';

export interface WorkView {
  /** Why it is paused; null while it runs. */
  readonly paused: string | null;
  readonly inFlight: readonly string[];
  readonly started: number;
  readonly total: number;
  readonly concurrency: number;
}

export const progressQuery = defineQuery<WorkView>('progress');

/**
 * Updates from a person to a run or to one of its items. They return after they have taken effect. After the end they are
 * refused. A resume that does not come from a person names a reason and ends only a pause for that reason.
 */
export const pauseUpdate = steeringUpdate('pause');
export const resumeUpdate = steeringUpdate('resume');

export const setConcurrencyUpdate = defineUpdate<void, [number]>('set-concurrency');

/** A run signals its items, an item signals its children, and both signal the run. */
export const pauseSignal = defineSignal<[string]>('pause-signal');
export const resumeSignal = defineSignal('resume-signal');

/** For a wait longer than an activity's. The query returns its end, ms since 1970, or null; the signal ends it. */
export const waitsUntilQuery = defineQuery<number | null>('waits-until');
export const retryNowSignal = defineSignal('retry-now');

/** The end of a child, with what the workflow that started it needs. */
export interface ChildEnd<Result = unknown> {
  readonly id: string;
  /** Why the child has no record of its own. null: it has a record, or it was cancelled. */
  readonly cause: string | null;
  /** Result of the child. Absent: it has none, or the sender does not know it. */
  readonly result?: Result;
}

/** The first goes to a child that outlives its history; the second comes back when the child has ended. */
export const tellEndSignal = defineSignal('tell-end');
export const childEndedSignal = defineSignal<[ChildEnd]>('item-ended');
