import { agentless } from '../../../core/search/agentless';
import type { SearchState } from '../../../core/search/method';
import { defaults, play, proposal, ref, shapeOf } from './search-player';
import { SeededRandom } from './seeded-random';

const sets = ['A', 'B', 'C', 'D'];
const config = { width: 4, maxDepth: 1 };

describe('agentless', () => {
  it('takes samples of the location sets in turn, whatever earlier samples come to', () => {
    const played = play(agentless, {
      strategies: sets,
      nodes: [{ passed: 4 }, { passed: 1 }, { passed: 0, noProgram: true }, { passed: 2 }],
      config: { ...config, budget: 9 },
    });
    expect(shapeOf(played)).toEqual(['A', 'B', 'C', 'D', 'A', 'B', 'C', 'D', 'A']);
    expect(played.state.finish).toBe('budget-exhausted');
    for (const { critic, reflect, generator, parent } of played.expansions) {
      expect({ critic, reflect: reflect.when, generator, parent }).toEqual({
        ...{ critic: null, reflect: 'never', generator: 'solver', parent: null },
      });
    }
  });

  it('takes the first sample of each set at temperature 0, the others at 0.8', () => {
    const { expansions } = play(agentless, {
      strategies: ['A', 'B', 'A'],
      nodes: [{ passed: 1 }],
      config: { ...config, budget: 6 },
    });
    expect(expansions.map(({ strategy, temperature }) => [strategy?.excerpt, temperature])).toEqual(
      [
        ['A', 0],
        ['B', 0],
        ['A', 0.8],
        ['A', 0.8],
        ['B', 0.8],
        ['A', 0.8],
      ],
    );
  });

  it('names expansions side by side that are those of one at a time', () => {
    const random = new SeededRandom(7);
    for (let trial = 0; trial < 20; trial += 1) {
      const nodes = Array.from({ length: 12 }, () => ({ passed: random.int(5) }));
      const world = { strategies: sets.slice(0, 1 + (trial % 4)), nodes };
      const { expansions } = play(agentless, { ...world, config: { ...config, budget: 12 } });
      let state: SearchState = agentless.start({ ...defaults, ...config, budget: 12 });
      state = agentless.apply(state, proposal(...world.strategies));
      expect(agentless.upcoming(state, 12)).toEqual(expansions);
    }
  });

  it('gives a strategy of a person its turn in every round', () => {
    let state = agentless.start({ ...defaults, ...config, budget: 6 });
    state = agentless.apply(state, proposal('A', 'B'));
    state = agentless.apply(state, { kind: 'strategy-added', strategy: ref('mine') });
    const order = agentless.upcoming(state, 6).map(({ strategy }) => strategy?.excerpt);
    expect(order).toEqual(['mine', 'A', 'B', 'A', 'B', 'mine']);
  });

  it('answers at each budget by its own rule, whatever the run says', () => {
    const { state } = play(agentless, {
      strategies: ['A'],
      nodes: [{ passed: 1 }, { passed: 3 }, { passed: 2 }],
      config: { ...config, budget: 3, answer: 'passing' },
    });
    expect(state.answers).toEqual(['n0', 'n1', 'n1']);
    expect(state.config.answer).toBe('rerank');
  });

  it('ends without a strategy', () => {
    const { state } = play(agentless, { strategies: [], nodes: [], config });
    expect(state.finish).toBe('frontier-empty');
  });
});
