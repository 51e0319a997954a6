import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';

import type { SearchState } from '../../core/search/method';

/** What a person sees of a running search. */
export interface TreeView {
  readonly state: SearchState;
  readonly paused: string | null;
}

/** What a person sees of a running sweep. */
export interface SweepView {
  /** Why it is paused; null while it runs. */
  readonly paused: string | null;
  readonly inFlight: readonly string[];
  readonly started: number;
  readonly total: number;
}

export const treeQuery = defineQuery<TreeView>('tree');
export const sweepQuery = defineQuery<SweepView>('progress');

/** From a person: answered once they have taken effect; refused after the end. */
export const addStrategyUpdate = defineUpdate<void, [string]>('add-strategy');
export const abortNodeUpdate = defineUpdate<void, [string]>('abort-node');
export const acceptNodeUpdate = defineUpdate<void, [string]>('accept-node');
export const pauseUpdate = defineUpdate<void, [string]>('pause');
export const resumeUpdate = defineUpdate<void>('resume');

/** Between workflows of a run: the sweep tells its problems, a problem its expansion, either the sweep. */
export const pauseSignal = defineSignal<[string]>('pause-signal');
export const resumeSignal = defineSignal('resume-signal');
