import { createMethod } from '../create-method';
import { pushItems } from '../search-state';
import { passedVisible } from '../tree';
import { finishWhenSolved } from './finish-when-solved';

/**
 * MapCoder (CodeTree section 4.1, baselines). The model recalls similar problems and makes a plan from each, with its
 * confidence. Then, for each plan in order of confidence, it writes a program and repairs it while visible tests fail. Width
 * is the number of plans, 4 or the budget if that is lower. Depth is the number of programs per plan, 6: the first and five
 * rounds of debugging. Coder and debugger see the plan. After a reply without code, a new program of the same plan is
 * written.
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
