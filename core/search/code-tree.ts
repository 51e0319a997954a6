import { createMethod } from './create-method';
import type { CriticRules, Method } from './method';
import { pushItems } from './search-state';

/** CodeTree's machine with some of the critic's duties switched on. */
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
 * Agent-guided tree search (CodeTree §3): strategies in order, depth first; the critic refines, aborts or accepts
 * each node (`judge`). Deviations from the authors' code: the answer of an exhausted search is its best node
 * (`answerOf`) rather than its last; no reflections are bought that the budget could not use.
 */
export const codeTree = createCodeTree('code-tree', {
  verification: true,
  abort: true,
  scoring: true,
});
