import { resample } from '../../../../core/search/baselines/resample';
import { defaults, play } from '../search-player';

describe('resample', () => {
  it('draws independent programs at temperature 1 and stops at the first that passes', () => {
    const { state, expansions } = play(resample, {
      strategies: [],
      nodes: [{ passed: 1 }, { passed: 0, noProgram: true }, { passed: 3 }, { passed: 4 }],
    });
    expect(expansions.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2, 3]);
    for (const expansion of expansions) {
      expect(expansion).toMatchObject({
        temperature: 1,
        parent: null,
        depth: 1,
        generator: 'solver',
        critic: null,
      });
    }
    expect(state.finish).toBe('solved-visible');
    expect(state.answers).toEqual(['n0', 'n0', 'n2', 'n3']);
  });

  it('stops at the budget', () => {
    const { state } = play(resample, { strategies: [], nodes: [{ passed: 1 }] });
    expect(state.nodes).toHaveLength(20);
    expect(state.finish).toBe('budget-exhausted');
  });

  it('draws on when a person aborts the draw in flight', () => {
    let state = resample.start(defaults);
    const action = resample.next(state);
    if (action.kind !== 'expand') throw new Error('expected an expansion');
    state = resample.apply(state, { kind: 'node-scheduled', expansion: action.expansion });
    state = resample.apply(state, { kind: 'abort-steered', node: 'n0' });
    expect(resample.next(state)).toMatchObject({ kind: 'expand', expansion: { node: 'n1' } });
  });
});
