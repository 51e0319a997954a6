import type { SearchNode, VisibleResult } from '../schemas/search';

export function findNode(nodes: readonly SearchNode[], id: string): SearchNode | null {
  return nodes.find((node) => node.id === id) ?? null;
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

export function withNode(nodes: readonly SearchNode[], changed: SearchNode): readonly SearchNode[] {
  return nodes.map((node) => (node.id === changed.id ? changed : node));
}

/** Every visible test passed; false when none was run. */
export function passedVisible(visible: VisibleResult | null): boolean {
  return visible?.kind === 'passed';
}
