import { createMethod } from '../create-method';
import { finishWhenSolved } from './finish-when-solved';

/**
 * One program per strategy, in the order of the Thinker, until one passes the visible tests. Nothing is refined (CodeTree
 * §4.1, baselines). When all strategies are used, others are requested; the search ends when no new one comes.
 */
export const strategyList = createMethod({
  name: 'strategy-list',
  asks: 'strategies',
  shape: null,
  style: 'plain',
  temperature: 0,
  critic: null,
  independent: true,
  reflectWhen: 'never',
  repairs: false,
  reflectAtMost: () => 0,
  strategiesAtMost: ({ config, nodes }) => config.budget - nodes.length,
  // This happens while the last one is in flight: if that one is aborted, the others must not end.
  onScheduled: (state) =>
    state.frontier.length === 0 ? { ...state, strategiesAsked: false } : state,
  onMade: finishWhenSolved,
});
