import { bashAgent } from '../../../../core/search/bash-agent/bash-agent';
import { play } from '../search-player';

describe('bash-agent', () => {
  it('makes one whole trajectory after the other until a patch passes, the first one greedily', () => {
    const { state, expansions } = play(bashAgent, {
      strategies: [],
      nodes: [{ passed: 1 }, { passed: 0, noProgram: true }, { passed: 4 }],
    });
    expect(expansions.map(({ temperature }) => temperature)).toEqual([0, 1, 1]);
    for (const expansion of expansions) {
      expect(expansion).toMatchObject({ style: 'shell', shell: { steps: 40 }, parent: null });
    }
    expect(state.finish).toBe('solved-visible');
    expect(state.answers).toEqual(['n0', 'n0', 'n2']);
  });

  it('asks the agent with a shell alone, and no Solver', () => {
    expect(bashAgent.roles).toEqual(['shell-agent']);
  });
});
