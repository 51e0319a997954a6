import { defineQuery, defineUpdate } from '@temporalio/workflow';

import type { SteeringUpdate } from '../../core/names/steering-commands';
import type { SearchState } from '../../core/search/method';

export interface TreeView {
  readonly state: SearchState;
  readonly paused: string | null;
  /** Nodes that are made, or are being made, ahead of their turn. They are not yet part of the tree. */
  readonly ahead: readonly string[];
}

export const treeQuery = defineQuery<TreeView>('tree');

/** Updates from a person. They return after they have taken effect. After the end they are refused. */
export const addStrategyUpdate = defineUpdate<void, [string]>(
  'add-strategy' satisfies SteeringUpdate<'strategy'>,
);
export const abortNodeUpdate = defineUpdate<void, [string]>(
  'abort-node' satisfies SteeringUpdate<'abort'>,
);
export const acceptNodeUpdate = defineUpdate<void, [string]>(
  'accept-node' satisfies SteeringUpdate<'accept'>,
);
