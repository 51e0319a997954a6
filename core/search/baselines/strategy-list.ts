import { createMethod } from '../create-method';
import { finishWhenSolved } from './finish-when-solved';

/**
 * A program for each of as many strategies as the budget has programs, in the Thinker's order, until one passes the visible
 * tests; nothing is refined (CodeTree section 4.1, baselines). Where fewer strategies came, the Thinker is asked for others
 * once those are used up; the search ends when it names none that is new.
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
  // Already while the last one is in flight: aborting that one must not end the others.
  onScheduled: (state) =>
    state.frontier.length === 0 ? { ...state, strategiesAsked: false } : state,
  onMade: finishWhenSolved,
});
