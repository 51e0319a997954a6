import { parseScoreReply } from '../../../core/agents/critic-score';
import { parseReflectionsReply } from '../../../core/agents/thinker-reflections';
import { parseStrategiesReply } from '../../../core/agents/thinker-strategies';
import { extractProgram } from '../../../core/agents/extract-program';
import { pythonReader } from '../../../datasets/python/python-reader';
import {
  inProcessSandbox,
  syntheticReply,
  syntheticWork,
} from '../../../laboratory/bench/synthetic-search';

describe('the synthetic search', () => {
  it('gives replies that need no repair question', () => {
    expect(parseStrategiesReply(syntheticReply('thinker-strategies', 'a'), 10).ok).toBe(true);
    expect(parseReflectionsReply(syntheticReply('thinker-reflections', 'a'), 10).ok).toBe(true);
    expect(parseScoreReply(syntheticReply('critic-score', 'a'))).toMatchObject({
      ok: true,
      value: { score: 3 },
    });
  });

  it('gives a program for every request, each another one', () => {
    const programs = ['a', 'b'].map((distinct) => {
      const text = syntheticReply('solver', distinct);
      const { program } = extractProgram(text, {
        entryPoint: 'f',
        ...pythonReader,
      });
      return program;
    });
    expect(programs[0]).toContain('def f(x)');
    expect(new Set(programs).size).toBe(2);
  });

  it('fails every test', async () => {
    const { problems, limits, seed } = syntheticWork({ name: 'x', problems: 3, budget: 4 }).config;
    expect(problems).toHaveLength(3);
    const task = { program: '', trustedSetup: '', entryPoint: 'f', tests: ['a', 'b'], seed };
    const { outcomes } = await inProcessSandbox().check({ ...task, limits: limits.visible });
    expect(outcomes.map(({ kind }) => kind)).toEqual(['failed', 'failed']);
  });
});
