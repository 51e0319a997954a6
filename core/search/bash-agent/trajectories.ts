import type { MethodRules } from '../method-rules';
import { bareItem, pushItems } from '../search-state';

/**
 * A program of the budget is a whole trajectory and its patch (the loop of mini-swe-agent). The first is greedy, others
 * follow at temperature 1, each from the beginning.
 */
export const trajectories = {
  asks: 'nothing',
  shape: null,
  style: 'shell',
  temperature: (_state, { ordinal }) => (ordinal === 0 ? 0 : 1),
  critic: null,
  independent: true,
  patchesOnly: true,
  reflectWhen: 'never',
  repairs: false,
  reflectAtMost: () => 0,
  // A place always waits, even while a trajectory is in flight: if that one is aborted, the others must not end.
  onScheduled: (state) => (state.frontier.length === 0 ? pushItems(state, [bareItem]) : state),
} as const satisfies Partial<MethodRules>;
