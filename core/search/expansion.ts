import type { SearchNode } from '../schemas/search';
import type { TextRef } from '../schemas/text';
import type { Expansion, SearchState } from './method';
import { usualShellLimits } from '../agents/shell/shell-limits';
import type { ShellLimits } from '../agents/shell/shell-limits';
import { withUsual } from '../values/with-usual';
import type { MethodRules, Placed } from './method-rules';
import { findNode, passedVisible } from './tree';

/**
 * None where no child can follow: at the last program of the budget and, if a critic prunes by depth, at the deepest level.
 * (Deviation from CodeTree, whose loop reflects before it looks at the budget. The tree is the same.)
 */
function reflectionsOf(
  rules: MethodRules,
  state: SearchState,
  { depth, ordinal }: Placed,
): Expansion['reflect'] {
  const { budget, maxDepth } = state.config;
  const last = ordinal + 1 >= budget;
  const deepest = rules.critic !== null && depth >= maxDepth;
  return {
    when: last || deepest ? 'never' : rules.reflectWhen,
    atMost: rules.reflectAtMost(state.config),
  };
}

/** Everything that is needed to make the node at the top of the stack. null: no place waits. */
export function nextExpansion(rules: MethodRules, state: SearchState): Expansion | null {
  const item = state.frontier.at(-1);
  return item === undefined
    ? null
    : expansionOf(rules, state, { ...item, ordinal: state.nodes.length });
}

/** The expansion of a place, before or after the node is made. */
export function expansionOf(rules: MethodRules, state: SearchState, item: Placed): Expansion {
  const { ordinal } = item;
  const { style, temperature } = rules;
  const parent = item.parent === null ? null : findNode(state.nodes, item.parent);
  return {
    node: `n${String(ordinal)}`,
    ordinal,
    parent: item.parent,
    depth: item.depth,
    strategy: item.strategy,
    reflection: item.reflection,
    // A parent whose reply held no code leaves nothing to repair.
    generator: rules.repairs && (parent?.program ?? null) !== null ? 'debugger' : 'solver',
    style,
    ...(style === 'shell'
      ? { shell: withUsual<keyof ShellLimits>(usualShellLimits, state.config.shell) }
      : {}),
    temperature: typeof temperature === 'number' ? temperature : temperature(state, item),
    critic: rules.critic,
    maxDepth: state.config.maxDepth,
    parentProgram: parent?.program ?? null,
    parentFeedback: parent?.visible?.feedback ?? null,
    parentReview: reviewOf(parent),
    parentScore: parent?.score ?? null,
    parentPassedAll: passedVisible(parent?.visible ?? null),
    reflect: reflectionsOf(rules, state, item),
  };
}

function reviewOf(node: SearchNode | null): TextRef | null {
  return node === null || node.critique.kind === 'none' ? null : node.critique.words;
}

/** Whether two expansions make the same node from the same place. */
export function sameExpansion(left: Expansion, right: Expansion): boolean {
  return (
    left.ordinal === right.ordinal &&
    left.parent === right.parent &&
    left.strategy?.sha256 === right.strategy?.sha256 &&
    left.reflection?.sha256 === right.reflection?.sha256
  );
}

export function scheduledNode(expansion: Expansion): SearchNode {
  return {
    id: expansion.node,
    ordinal: expansion.ordinal,
    parent: expansion.parent,
    depth: expansion.depth,
    strategy: expansion.strategy,
    reflection: expansion.reflection,
    program: null,
    visible: null,
    critique: { kind: 'none' },
    score: 0,
    decision: null,
    steered: null,
    calls: [],
  };
}
