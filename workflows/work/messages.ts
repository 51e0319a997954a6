import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';

/** What a person sees of a running run. */
export interface WorkView {
  /** Why it is paused; null while it runs. */
  readonly paused: string | null;
  readonly inFlight: readonly string[];
  readonly started: number;
  readonly total: number;
  /** Items at a time. */
  readonly concurrency: number;
}

export const progressQuery = defineQuery<WorkView>('progress');

/**
 * From a person, to a run or to one of its items: answered once they have taken effect; refused after the end. Who is no person
 * ends a pause for the reason that it names alone.
 */
export const pauseUpdate = defineUpdate<void, [string]>('pause');
export const resumeUpdate = defineUpdate<void, [ends: string | null | undefined]>('resume');

/** From a person, to a run: so many items at a time from now on. */
export const setConcurrencyUpdate = defineUpdate<void, [number]>('set-concurrency');

/** Between workflows of a run: the run tells its items, an item what it has under way, either the run. */
export const pauseSignal = defineSignal<[string]>('pause-signal');
export const resumeSignal = defineSignal('resume-signal');

/** To whatever waits for longer than an activity should: when that ends, ms since 1970, null: it does not; and not to wait. */
export const waitsUntilQuery = defineQuery<number | null>('waits-until');
export const retryNowSignal = defineSignal('retry-now');

/** The end of a child, as the workflow that started it has to know it. */
export interface ChildEnd<Result = unknown> {
  /** Its workflow's. */
  readonly id: string;
  /** Why it has no record of its own; null: it has one, or was cancelled. */
  readonly cause: string | null;
  /** What it came to; absent: nothing, or whoever tells does not know. */
  readonly result?: Result;
}

/** To a child that outlives the history which started it, and back when it has ended. */
export const tellEndSignal = defineSignal('tell-end');
export const childEndedSignal = defineSignal<[ChildEnd]>('item-ended');
