import { askAgent } from '../../../activities/search/ask-agent';
import type { AgentQuestion } from '../../../activities/search/ask-agent';
import type { AgentRole } from '../../../core/names/roles';
import type { RunConfig } from '../../../core/schemas/run';
import { callsOfSearches } from '../../../core/kinds/of-kind';
import { createMemoryStore } from '../../fakes/memory-store';
import { createScriptedModel } from '../../fakes/scripted-model';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';
import { activityDependencies, durableContext } from '../../fakes/activity-dependencies';

const attempt = { run: 'r', problem: 'P/0', sample: 3 };
const modelConfig = { kind: 'endpoint', name: 'big', logicalEndpoint: 'http://model.test/v1' };

async function asked(
  role: AgentRole,
  config: Partial<RunConfig> = {},
  changes: Partial<AgentQuestion<string>> = {},
) {
  const store = createMemoryStore();
  const run = await store.runs.createRun('r', scriptedRunConfig({ seed: 5, ...config }));
  const model = createScriptedModel({ [role]: ['hello', 'hello again'] });
  const dependencies = activityDependencies({ store, modelClient: () => Promise.resolve(model) });
  const answer = await askAgent(dependencies, durableContext(), {
    attempt,
    run,
    role,
    node: 'n2',
    ordinal: 2,
    messages: [{ role: 'user', content: 'hi' }],
    temperature: 0.25,
    format: null,
    parse: (text) => ({ ok: true, value: text }),
    ...changes,
  });
  const requests = model.calls.map(({ request }) => request);
  const [request] = requests;
  if (request === undefined) throw new Error('nothing was asked');
  return { answer, request, requests, store };
}

describe('the question of an agent', () => {
  it('names endpoint, model, messages, draw and the seed of the run', async () => {
    const { answer, request } = await asked('solver');
    expect(request).toEqual({
      logicalEndpoint: 'http://model.test/v1',
      model: 'scripted',
      messages: [{ role: 'user', content: 'hi' }],
      parameters: { temperature: 0.25 },
      seed: 5,
      draw: { sample: 3, ordinal: 2 },
    });
    expect(answer).toMatchObject({ value: 'hello', isFallback: false });
    expect(answer.calls).toMatchObject([{ role: 'solver', repair: false }]);
  });

  it.each([
    ['thinker-strategies', 'thinker'],
    ['thinker-reflections', 'thinker'],
    ['critic-score', 'critic'],
    ['critic-verification', 'critic'],
    ['solver', 'big'],
    ['debugger', 'big'],
  ] as const)('%s goes to the model of its part', async (role, model) => {
    const others = { thinkerModel: 'thinker', criticModel: 'critic' };
    const config = { model: { ...modelConfig, ...others } as RunConfig['model'] };
    expect((await asked(role, config)).request.model).toBe(model);
  });

  it("takes the run's temperature for programs only", async () => {
    const config = { temperature: 1.5, maxTokens: 99 };
    expect((await asked('debugger', config)).request.parameters).toEqual({
      temperature: 1.5,
      maxTokens: 99,
    });
    expect((await asked('critic-score', config)).request.parameters.temperature).toBe(0.25);
  });

  it('asks for its form where it has one', async () => {
    const format = { name: 'form', schema: {} };
    const { request } = await asked('critic-score', {}, { format });
    expect(request.parameters.format).toEqual(format);
  });

  it.each(['simulated', 'recorded'] as const)(
    'names its problem to a %s model: equal words of two problems have two answers',
    async (kind) => {
      const model = { ...modelConfig, kind } as RunConfig['model'];
      expect((await asked('solver', { model })).request.problem).toBe('P/0');
    },
  );

  it('is of this run alone when answers may not be shared', async () => {
    expect((await asked('solver', { reuse: false })).request.runScope).toBe('r');
    expect((await asked('solver')).request).not.toHaveProperty('runScope');
  });

  it('is repaired under the same draw, and both calls are counted', async () => {
    const parse = (text: string) =>
      text === 'hello'
        ? ({ ok: false, problem: 'it is short' } as const)
        : ({ ok: true, value: text } as const);
    const { answer, requests, store } = await asked('solver', {}, { parse });
    expect(answer.value).toBe('hello again');
    expect(requests.map(({ draw }) => draw)).toEqual([
      { sample: 3, ordinal: 2 },
      { sample: 3, ordinal: 2 },
    ]);
    const calls = callsOfSearches(await store.runs.calls('r'));
    expect(calls.map(({ node, repair }) => `${node} ${String(repair)}`)).toEqual([
      'n2 false',
      'n2 true',
    ]);
  });
});
