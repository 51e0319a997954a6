import type { SearchNode } from '../schemas/search';
import type { SearchEvent, SearchState } from './method';
import { countFallback, pushItems } from './search-state';
import { findNode, withNode } from './tree';

export function nodesToReflect({ nodes, toReflect = [] }: SearchState): readonly SearchNode[] {
  return nodes.filter(({ id }) => toReflect.includes(id));
}

export function waitsForReflections({ toReflect = [] }: SearchState, node: string): boolean {
  return toReflect.includes(node);
}

/** Lets a node wait for reflections until no place waits. */
export function reflectLater(state: SearchState, { id }: SearchNode): SearchState {
  return { ...state, toReflect: [...(state.toReflect ?? []), id] };
}

export function withoutReflections(state: SearchState, nodes: ReadonlySet<string>): SearchState {
  const { toReflect } = state;
  if (toReflect === undefined) return state;
  return { ...state, toReflect: toReflect.filter((id) => !nodes.has(id)) };
}

/** Each reflection becomes a place below its node, the first on top. A node that no longer waits gets none. */
export function reflected(
  state: SearchState,
  event: Extract<SearchEvent, { kind: 'node-reflected' }>,
): SearchState {
  const node = findNode(nodesToReflect(state), event.node);
  if (node === null) return state;
  const nodes = withNode(state.nodes, { ...node, calls: [...node.calls, ...event.calls] });
  const waiting = withoutReflections(state, new Set([node.id]));
  const places = event.reflections.slice(0, state.config.width).map((reflection) => ({
    parent: node.id,
    depth: node.depth + 1,
    strategy: node.strategy,
    reflection,
  }));
  return pushItems(countFallback({ ...waiting, nodes }, event.neutral), places);
}
