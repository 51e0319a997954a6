import { createMethod } from '../create-method';
import { pushItems } from '../search-state';
import { passedVisible } from '../tree';
import { finishWhenSolved } from './finish-when-solved';

/**
 * Reflexion (CodeTree §4.1, baselines): one solution. While it fails visible tests, one reflection and one repair of the
 * last program, up to the budget. After a reply without code a new solution is written, because there is nothing to reflect
 * on. A node that a person aborts ends its chain.
 */
export const reflexion = createMethod({
  name: 'reflexion',
  asks: 'nothing',
  shape: null,
  style: 'plain',
  temperature: 0,
  critic: null,
  reflectWhen: 'failed',
  repairs: true,
  reflectAtMost: () => 1,
  onMade: (state, node, reflections) => {
    if (passedVisible(node.visible)) return finishWhenSolved(state, node);
    return pushItems(state, [
      {
        parent: node.id,
        depth: node.depth + 1,
        strategy: node.strategy,
        reflection: reflections[0] ?? null,
      },
    ]);
  },
});
