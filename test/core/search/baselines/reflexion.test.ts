import { reflexion } from '../../../../core/search/baselines/reflexion';
import { play, ref, sha, shapeOf } from '../search-player';

describe('reflexion', () => {
  it('repairs the last program after one reflection, until the visible tests pass', () => {
    const played = play(reflexion, {
      strategies: [],
      nodes: [{ passed: 1, reflections: ['a', 'b'] }, { passed: 0 }, { passed: 4 }],
    });
    expect(shapeOf(played)).toEqual(['-', 'n0>a', 'n1>after n1']);
    expect(played.state.finish).toBe('solved-visible');
    expect(played.state.nodes.map(({ depth }) => depth)).toEqual([1, 2, 3]);
    expect(played.expansions[1]).toMatchObject({
      generator: 'debugger',
      critic: null,
      parentProgram: sha('program of n0'),
      reflection: ref('a'),
      reflect: { when: 'failed', atMost: 1 },
    });
  });

  it('goes deeper than the trees do, up to the budget, and buys no reflection for the last program', () => {
    const { state, expansions } = play(reflexion, { strategies: [], nodes: [{ passed: 1 }] });
    expect(state.nodes).toHaveLength(20);
    expect(state.finish).toBe('budget-exhausted');
    expect(expansions.map(({ reflect }) => reflect.when)).toEqual([
      ...Array.from({ length: 19 }, () => 'failed'),
      'never',
    ]);
  });

  it('after a reply without code asks for a fresh solution', () => {
    const { expansions } = play(reflexion, {
      strategies: [],
      nodes: [{ passed: 0, noProgram: true }, { passed: 4 }],
    });
    expect(expansions[1]).toMatchObject({ generator: 'solver', parent: 'n0', reflection: null });
  });

  it('answers with the best program, not the last', () => {
    const { state } = play(reflexion, {
      strategies: [],
      nodes: [{ passed: 1 }, { passed: 3 }, { passed: 2 }],
      config: { budget: 3 },
    });
    expect(state.answers).toEqual(['n0', 'n1', 'n1']);
  });
});
