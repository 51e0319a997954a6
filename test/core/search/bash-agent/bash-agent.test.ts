import { bashAgent } from '../../../../core/search/bash-agent/bash-agent';
import { bashAgentVote } from '../../../../core/search/bash-agent/bash-agent-vote';
import { play } from '../search-player';

const limits = { steps: 12, tokens: 5_000 };

describe('bash-agent-vote', () => {
  it('makes all trajectories of the budget; the answer is the largest group of equal patches that break the fewest tests', () => {
    const { state, expansions } = play(bashAgentVote, {
      strategies: [],
      nodes: [
        { passed: 4, vote: 'x' },
        { passed: 4, vote: 'y' },
        { passed: 1, vote: 'z' },
        { passed: 1, vote: 'z' },
        { passed: 1, vote: 'z' },
        { passed: 4, vote: 'y' },
      ],
      config: { budget: 6 },
    });
    expect(expansions.map(({ temperature }) => temperature)).toEqual([0, 1, 1, 1, 1, 1]);
    expect(state.finish).toBe('budget-exhausted');
    expect(state.answers).toEqual(['n0', 'n0', 'n0', 'n0', 'n0', 'n1']);
  });
});

describe('bash-agent', () => {
  it('has the limits of the run, and the usual ones where it says nothing', () => {
    const { expansions } = play(bashAgent, {
      strategies: [],
      nodes: [{ passed: 4 }],
      config: { shell: limits },
    });
    expect(expansions[0]?.shell).toEqual({ ...limits, commandSeconds: 60 });
  });

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
