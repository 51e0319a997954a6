import type { TextRef } from '../schemas/text';
import { finishSearch, dropInFlight } from './finish-search';
import type { FrontierItem, SearchState } from './method';
import { withoutReflections } from './to-reflect';
import { descendantsOf, findNode, withNode } from './tree';

/** The node and everything made from it. */
function familyOf(state: SearchState, node: string): ReadonlySet<string> {
  return new Set([node, ...descendantsOf(state.nodes, node).map(({ id }) => id)]);
}

function waitsUnder(family: ReadonlySet<string>, item: FrontierItem): boolean {
  return item.parent !== null && family.has(item.parent);
}

/** Whether a person may end the search with this node: it has a program, and the search has not ended. */
export function canAccept(state: SearchState, node: string): boolean {
  return state.finish === null && (findNode(state.nodes, node)?.program ?? null) !== null;
}

/** Whether the node, or something below it, is in flight or waits to be explored or reflected on. */
export function canAbort(state: SearchState, node: string): boolean {
  if (state.finish !== null || findNode(state.nodes, node) === null) return false;
  const family = familyOf(state, node);
  const inFlight = state.inFlight !== null && family.has(state.inFlight.node);
  const toReflect = state.toReflect?.some((waiting) => family.has(waiting)) ?? false;
  return inFlight || toReflect || state.frontier.some((item) => waitsUnder(family, item));
}

/** The strategy of the person is explored next, at depth 1. Of several, the latest comes first. */
export function addStrategy(state: SearchState, strategy: TextRef): SearchState {
  const item = { parent: null, depth: 1, strategy, reflection: null, added: true } as const;
  return {
    ...state,
    strategies: [...state.strategies, strategy],
    frontier: [...state.frontier, item],
    steered: true,
  };
}

/** Marks the node, drops the places below it, and gives up the expansion in flight there. That program stays spent. */
export function abortSteered(state: SearchState, node: string): SearchState {
  if (!canAbort(state, node)) return state;
  const family = familyOf(state, node);
  const inFlight = state.inFlight?.node ?? null;
  const dropped = inFlight !== null && family.has(inFlight) ? inFlight : null;
  const nodes = state.nodes.map((made) =>
    made.id === node || made.id === dropped ? { ...made, steered: 'aborted' as const } : made,
  );
  const frontier = state.frontier.filter((item) => !waitsUnder(family, item));
  const pruned = { ...withoutReflections(state, family), nodes, frontier, steered: true };
  return dropped === null ? pruned : dropInFlight(pruned);
}

/** Ends the search with this node as its answer. Programs in flight stay spent. */
export function acceptSteered(state: SearchState, id: string): SearchState {
  const node = findNode(state.nodes, id);
  if (node === null || !canAccept(state, id)) return state;
  const nodes = withNode(state.nodes, { ...node, steered: 'accepted' });
  return finishSearch({ ...state, nodes, accepted: id, steered: true }, 'steered-accept');
}
