import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';

/** What a person sees of a running run. */
export interface WorkView {
  /** Why it is paused; null while it runs. */
  readonly paused: string | null;
  readonly inFlight: readonly string[];
  readonly started: number;
  readonly total: number;
}

export const progressQuery = defineQuery<WorkView>('progress');

/** From a person, to a run or to one of its items: answered once they have taken effect; refused after the end. */
export const pauseUpdate = defineUpdate<void, [string]>('pause');
export const resumeUpdate = defineUpdate<void>('resume');

/** Between workflows of a run: the run tells its items, an item what it has under way, either the run. */
export const pauseSignal = defineSignal<[string]>('pause-signal');
export const resumeSignal = defineSignal('resume-signal');
