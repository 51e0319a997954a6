import type { SearchNode } from '../schemas/search';
import { finishWhenSolved } from './baselines/finish-when-solved';
import { createMethod } from './create-method';
import type { Method } from './method';
import { reflectLater } from './to-reflect';
import { passedVisible } from './tree';
import type { TreeShape } from './tree-shape';

/** Negative if the tree grows below `left` first. */
export type TurnOrder = (left: SearchNode, right: SearchNode) => number;

/** More passed visible tests come first, then the earlier node. All nodes of a search have the same tests. */
export const bestFirst: TurnOrder = (left, right) =>
  (right.visible?.passed ?? 0) - (left.visible?.passed ?? 0) || left.ordinal - right.ordinal;

/**
 * CodeTree without a critic (CodeTree §4.1): all strategies first; then, while no node passes the visible tests, reflections
 * on the node whose turn it is, each carried out before the next turn. They are requested at the turn, so that none are paid
 * for nodes that the budget does not reach. A node without a program, or at the greatest depth, has no turn.
 */
export function createCodeTreeWithoutCritic(
  name: string,
  order: TurnOrder,
  variants: Readonly<Record<string, TreeShape>>,
): Method {
  return createMethod({
    name,
    asks: 'strategies',
    shape: { usual: { width: 3, maxDepth: 3 }, variants },
    style: 'plain',
    temperature: 0,
    critic: null,
    independent: true,
    reflectWhen: 'never',
    repairs: true,
    reflectAtMost: ({ width }) => width,
    reflectNext: (waiting) => waiting.toSorted(order)[0] ?? null,
    onMade: (state, node) => {
      if (passedVisible(node.visible)) return finishWhenSolved(state, node);
      const hasTurn = node.program !== null && node.depth < state.config.maxDepth;
      return hasTurn ? reflectLater(state, node) : state;
    },
  });
}
