import { createMethod } from './create-method';
import type { CriticRules, Method } from './method';
import { pushItems } from './search-state';

/** The machine of CodeTree with some of the duties of the critic. */
export function createCodeTree(name: string, critic: CriticRules): Method {
  return createMethod({
    name,
    asks: 'strategies',
    shape: { usual: { width: 10, maxDepth: 3 }, variants: {} },
    style: 'plain',
    temperature: 0,
    critic,
    reflectWhen: 'refined',
    repairs: true,
    reflectAtMost: ({ width }) => width,
    onMade: (state, node, reflections) => {
      if (node.decision !== 'refine' || node.depth >= state.config.maxDepth) return state;
      const children = reflections.slice(0, state.config.width).map((reflection) => ({
        parent: node.id,
        depth: node.depth + 1,
        strategy: node.strategy,
        reflection,
      }));
      return pushItems(state, children);
    },
  });
}

/**
 * Agent-guided tree search (CodeTree §3): strategies in order, depth first. The critic refines, aborts or accepts each node
 * (`judge`). Deviations from the code of the authors: the answer of an exhausted search is its best node (`answerOf`), not
 * its last; reflections that the budget could not use are not requested.
 */
export const codeTree = createCodeTree('code-tree', {
  verification: true,
  abort: true,
  scoring: true,
});
