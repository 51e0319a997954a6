import { createMethod } from '../create-method';
import { pushItems } from '../search-state';
import { passedVisible } from '../tree';
import { finishWhenSolved } from './finish-when-solved';

/**
 * MapCoder (CodeTree section 4.1, baselines): similar problems are recalled, a plan is made after each with a word on how
 * sure it is; then, plan by plan and the surest first, a program, repaired while its visible tests fail. Width is the number
 * of plans, 4, or the budget where that is less; depth the programs of a plan, 6: the first and five rounds of debugging. Coder and debugger have the plan in
 * view. A reply without code is followed by a fresh program of the same plan.
 */
export const mapCoder = createMethod({
  name: 'map-coder',
  asks: 'plans',
  shape: { usual: { width: 4, maxDepth: 6 }, variants: {} },
  style: 'planned',
  temperature: 0,
  critic: null,
  reflectWhen: 'never',
  repairs: true,
  reflectAtMost: () => 0,
  onMade: (state, node) => {
    if (passedVisible(node.visible)) return finishWhenSolved(state, node);
    if (node.depth >= state.config.maxDepth) return state;
    const { id, depth, strategy } = node;
    return pushItems(state, [{ parent: id, depth: depth + 1, strategy, reflection: null }]);
  },
});
