import { codeTreeBfs } from '../../../core/search/code-tree-bfs';
import { outcomeOf } from '../../../core/kinds/search/outcome';
import { play, shapeOf } from './search-player';

const three = ['a', 'b', 'c'];
const failing = (passed: number, ...reflections: string[]) => ({ passed, reflections });

describe('code-tree-bfs', () => {
  it('tries every strategy, then grows level by level, the best of a level first', () => {
    const played = play(codeTreeBfs, {
      strategies: three,
      config: { width: 2, maxDepth: 3, budget: 9 },
      nodes: [
        failing(1, 'x', 'y'),
        failing(2, 'x', 'y'),
        failing(0, 'x'),
        failing(3, 'x'),
        failing(1, 'x'),
        failing(1, 'x'),
        failing(0),
      ],
    });
    // Two strategies of three: the width. n1 passes more than n0, so it grows first; then n3, the best of level 2.
    expect(shapeOf(played)).toEqual([
      'a',
      'b',
      'n1>x',
      'n1>y',
      'n0>x',
      'n0>y',
      'n3>x',
      'n4>x',
      'n5>x',
    ]);
    expect(played.state.nodes.map(({ decision }) => decision)).toEqual(Array(9).fill(null));
  });

  it('asks for reflections at the turn of a node, and for none that the budget does not reach', () => {
    const { events } = play(codeTreeBfs, {
      strategies: three,
      config: { width: 3, maxDepth: 3, budget: 4 },
      nodes: [failing(1, 'x', 'y', 'z')],
    });
    expect(events.map(({ kind }) => kind).filter((kind) => kind === 'node-reflected')).toHaveLength(
      1,
    );
  });

  it('stops at the first program that passes the visible tests', () => {
    const { state } = play(codeTreeBfs, {
      strategies: three,
      nodes: [failing(1), { passed: 4 }],
    });
    expect(state.finish).toBe('solved-visible');
    expect(outcomeOf(state).answer).toBe('n1');
  });

  it('grows nothing below the greatest depth, nor below a reply without a program', () => {
    const { state } = play(codeTreeBfs, {
      strategies: three,
      config: { width: 3, maxDepth: 2 },
      nodes: [{ passed: 0, noProgram: true }, failing(0, 'x'), failing(0, 'x')],
    });
    expect(state.nodes.map(({ depth, parent }) => [depth, parent])).toEqual([
      [1, null],
      [1, null],
      [1, null],
      [2, 'n1'],
      [2, 'n2'],
    ]);
    expect(state.finish).toBe('frontier-empty');
  });

  it('has the variants of the paper', () => {
    expect(codeTreeBfs.shape?.variants).toEqual({
      d3w3: codeTreeBfs.shape?.usual,
      d2w4: { maxDepth: 2, width: 4 },
      d2w5: { maxDepth: 2, width: 5 },
    });
  });

  it('lets a person abort a node that waits for its turn', () => {
    const start = play(codeTreeBfs, {
      strategies: three,
      nodes: [failing(1)],
      config: { budget: 3 },
    });
    const open = start.events
      .slice(0, -1)
      .reduce(codeTreeBfs.apply, codeTreeBfs.start({ budget: 9, width: 3, maxDepth: 3 }));
    const aborted = codeTreeBfs.apply(open, { kind: 'abort-steered', node: 'n0' });
    expect(open.toReflect).toEqual(['n0', 'n1']);
    expect(aborted.toReflect).toEqual(['n1']);
  });
});
