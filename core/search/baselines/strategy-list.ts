import { createMethod } from '../create-method';
import { finishWhenSolved } from './finish-when-solved';

/**
 * One program for each strategy, for as many strategies as the budget has programs, in the order of the Thinker, until one
 * passes the visible tests. Nothing is refined (CodeTree section 4.1, baselines). If there are fewer strategies, the Thinker
 * is asked for others when all are used. The search ends when it names no new one.
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
