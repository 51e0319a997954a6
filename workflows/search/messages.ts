import { defineQuery, defineUpdate } from '@temporalio/workflow';

import type { SearchState } from '../../core/search/method';

/** What a person sees of a running search. */
export interface TreeView {
  readonly state: SearchState;
  readonly paused: string | null;
  /** Nodes that are made, or being made, ahead of their turn: no part of the tree yet. */
  readonly ahead: readonly string[];
}

export const treeQuery = defineQuery<TreeView>('tree');

/** From a person: answered once they have taken effect; refused after the end. */
export const addStrategyUpdate = defineUpdate<void, [string]>('add-strategy');
export const abortNodeUpdate = defineUpdate<void, [string]>('abort-node');
export const acceptNodeUpdate = defineUpdate<void, [string]>('accept-node');
