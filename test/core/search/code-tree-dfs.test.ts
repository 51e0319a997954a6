import { codeTreeDfs } from '../../../core/search/code-tree-dfs';
import { play, shapeOf } from './search-player';

const failing = (passed: number, ...reflections: string[]) => ({ passed, reflections });

describe('code-tree-dfs', () => {
  it('tries all children of a node, then goes down below the best of them, and back to its siblings', () => {
    const played = play(codeTreeDfs, {
      strategies: ['a', 'b'],
      config: { width: 2, maxDepth: 3, budget: 12 },
      nodes: [
        failing(1, 'x', 'y'), // n0: a
        failing(2, 'x', 'y'), // n1: b, the better one
        failing(0, 'x'), // n2: below n1
        failing(3, 'x', 'y'), // n3: below n1, the better one
        failing(3), // n4, n5: below n3, at the greatest depth
        failing(3),
        failing(0), // n6: below n2
        failing(1, 'x'), // n7, n8: below n0
        failing(1, 'x'),
        failing(0),
      ],
    });
    const path = ['a', 'b', 'n1>x', 'n1>y', 'n3>x', 'n3>y', 'n2>x', 'n0>x', 'n0>y', 'n7>x', 'n8>x'];
    expect(shapeOf(played)).toEqual(path);
    expect(played.state.finish).toBe('frontier-empty');
  });

  it('has the variants of the paper', () => {
    expect(codeTreeDfs.shape?.variants).toEqual({
      d3w3: codeTreeDfs.shape?.usual,
      d4w2: { maxDepth: 4, width: 2 },
      d5w2: { maxDepth: 5, width: 2 },
    });
  });
});
