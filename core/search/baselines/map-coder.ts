import { createMethod } from '../create-method';
import { pushItems } from '../search-state';
import { passedVisible } from '../tree';
import { finishWhenSolved } from './finish-when-solved';

/**
 * MapCoder (CodeTree §4.1, baselines): a plan from each recalled problem; then, in order of confidence, a program by each
 * plan, repaired while visible tests fail. Width: the number of plans, 4 or the budget if that is lower. Depth: 6 programs
 * per plan, the first and five rounds of debugging. After a reply without code, a new program of the same plan is written.
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
