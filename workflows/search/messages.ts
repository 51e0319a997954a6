import { defineQuery } from '@temporalio/workflow';

import type { SearchState } from '../../core/search/method';
import { steeringUpdate } from '../work/steering-update';

export interface TreeView {
  readonly state: SearchState;
  readonly paused: string | null;
  /** Nodes that are made, or are being made, ahead of their turn. They are not yet part of the tree. */
  readonly ahead: readonly string[];
}

export const treeQuery = defineQuery<TreeView>('tree');

/** Updates from a person. They return after they have taken effect. After the end they are refused. */
export const addStrategyUpdate = steeringUpdate('strategy');
export const abortNodeUpdate = steeringUpdate('abort');
export const acceptNodeUpdate = steeringUpdate('accept');
