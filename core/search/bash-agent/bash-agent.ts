import { finishWhenSolved } from '../baselines/finish-when-solved';
import { createMethod } from '../create-method';
import { bareItem, pushItems } from '../search-state';

/**
 * An agent with one tool, a shell in the repository (the loop of mini-swe-agent). A program of the budget is a whole
 * trajectory and its patch. The first trajectory is greedy. While the patch fails visible tests, others follow at
 * temperature 1, each from the beginning.
 */
export const bashAgent = createMethod({
  name: 'bash-agent',
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
  onMade: finishWhenSolved,
});
