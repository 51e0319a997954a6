import type { SearchNode } from '../../../core/schemas/search';
import { descendantsOf, findNode, passedVisible, withNode } from '../../../core/search/tree';
import { visibleOf } from './search-player';

function node(ordinal: number, parent: string | null): SearchNode {
  return {
    id: `n${String(ordinal)}`,
    ordinal,
    parent,
    depth: 1,
    strategy: null,
    reflection: null,
    program: null,
    visible: null,
    critique: { kind: 'none' },
    score: 0,
    decision: null,
    steered: null,
    calls: [],
  };
}

// n0 has n1 and n4; n1 has n2; n3 stands alone.
const nodes = [node(0, null), node(1, 'n0'), node(2, 'n1'), node(3, null), node(4, 'n0')];
const ids = (some: readonly SearchNode[]) => some.map(({ id }) => id);

describe('the tree of a search', () => {
  it('finds a node, or says that there is none', () => {
    expect(findNode(nodes, 'n2')?.ordinal).toBe(2);
    expect(findNode(nodes, 'n9')).toBeNull();
  });

  it('names descendants of every generation, in the order they were made', () => {
    expect(ids(descendantsOf(nodes, 'n0'))).toEqual(['n1', 'n2', 'n4']);
    expect(descendantsOf(nodes, 'n3')).toEqual([]);
  });

  it('changes a node by giving a new tree', () => {
    const changed = withNode(nodes, { ...node(1, 'n0'), score: 0.5 });
    expect(changed[1]?.score).toBe(0.5);
    expect(nodes[1]?.score).toBe(0);
  });

  it('takes a node for passing only when its tests were run and all passed', () => {
    expect(passedVisible(null)).toBe(false);
    expect(passedVisible(visibleOf({ passed: 3 }))).toBe(false);
    expect(passedVisible(visibleOf({ passed: 4 }))).toBe(true);
  });
});
