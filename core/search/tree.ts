import type { SearchNode, VisibleResult } from '../schemas/search';

/** The node with this id; null when there is none. */
export function findNode(nodes: readonly SearchNode[], id: string): SearchNode | null {
  return nodes.find((node) => node.id === id) ?? null;
}

/** The node's ancestors, its parent first. */
export function ancestorsOf(nodes: readonly SearchNode[], id: string): readonly SearchNode[] {
  const ancestors: SearchNode[] = [];
  let parent = findNode(nodes, id)?.parent ?? null;
  while (parent !== null && ancestors.length < nodes.length) {
    const node = findNode(nodes, parent);
    if (node === null) break;
    ancestors.push(node);
    parent = node.parent;
  }
  return ancestors;
}

/** From the node at depth 1 down to this one; empty when there is no such node. */
export function pathTo(nodes: readonly SearchNode[], id: string): readonly SearchNode[] {
  const node = findNode(nodes, id);
  return node === null ? [] : [...ancestorsOf(nodes, id).toReversed(), node];
}

/** Everything made from this node, directly or not, in ordinal order. */
export function descendantsOf(nodes: readonly SearchNode[], id: string): readonly SearchNode[] {
  const family = new Set([id]);
  // A parent is always made before its children, so one pass in ordinal order finds them all.
  return nodes.filter((node) => {
    const belongs = node.parent !== null && family.has(node.parent);
    if (belongs) family.add(node.id);
    return belongs;
  });
}

/** The same tree with one node changed. */
export function withNode(nodes: readonly SearchNode[], changed: SearchNode): readonly SearchNode[] {
  return nodes.map((node) => (node.id === changed.id ? changed : node));
}

/** Every visible test passed; false when none was run. */
export function passedVisible(visible: VisibleResult | null): boolean {
  return visible?.kind === 'passed';
}
