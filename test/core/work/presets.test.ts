import { methods } from '../../../core/search/methods';
import { presets } from '../../../core/work/presets';

describe('the preset codetree-paper', () => {
  const { answer, ...settings } = presets['codetree-paper'];

  it('has the settings of the paper and of its authors’ code', () => {
    expect(settings).toEqual({
      budget: 20,
      prompts: 'codetree-paper',
      visibleTests: 'paper',
      maxTokens: 4096,
      cpuSeconds: { visible: 1, hidden: 10 },
    });
  });

  it('has searches with a critic answer with what failed last, and those without only with what passes', () => {
    const byRule = (rule: string) => Object.keys(answer).filter((name) => answer[name] === rule);
    const withCritic = [...methods.values()]
      .filter(({ roles }) => roles.some((role) => role.startsWith('critic-')))
      .map(({ name }) => name);
    expect(new Set(byRule('last-failing'))).toEqual(new Set(withCritic));
    const others = [...methods.keys()].filter((name) => !withCritic.includes(name));
    expect(new Set(others.filter((name) => !byRule('passing').includes(name)))).toEqual(
      new Set(['direct', 'cot', 'map-coder', 'agentless', 'bash-agent', 'bash-agent-vote']),
    );
    expect(Object.keys(answer).filter((name) => !methods.has(name))).toEqual([]);
  });
});
