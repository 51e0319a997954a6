import { askRole } from '../../../activities/model/ask-role';
import type { ModelRequest } from '../../../core/schemas/model';
import { createScriptedModel } from '../../fakes/scripted-model';
import { activityDependencies, durableContext } from '../../fakes/activity-dependencies';

const attempt = { run: 'r', problem: 'people/tools', sample: 0 };

/** The problem that a bank is asked by. */
async function problemAsked(about?: string): Promise<string | undefined> {
  const model = createScriptedModel({ 'spec-solver': ['hello'] });
  const dependencies = activityDependencies({ modelClient: () => Promise.resolve(model) });
  const recorded = { kind: 'recorded', name: 'bank', logicalEndpoint: 'recorded:bank' } as const;
  await askRole(dependencies, durableContext(), {
    ...{ attempt, ordinal: 0, temperature: 0, format: null },
    asker: { id: 'r', model: recorded, seed: 1, reuse: true },
    role: 'spec-solver',
    ...(about === undefined ? {} : { about }),
    model: 'bank',
    purpose: { kind: 'environment', request: 'f/spec/1' },
    messages: [{ role: 'user', content: 'hi' }],
    parse: (text) => ({ ok: true, value: text }),
  });
  return model.calls[0]?.request.problem;
}

test('a call is weighed at the price of the model that it asks, whichever is that of its run', async () => {
  const model = createScriptedModel({ 'critic-verification': ['yes'] });
  const dependencies = activityDependencies({ modelClient: () => Promise.resolve(model) });
  const asked = (name: string) =>
    askRole(dependencies, durableContext(), {
      ...{ attempt, ordinal: 0, temperature: 0, format: null },
      asker: {
        ...{ id: 'r', seed: 1, reuse: true, maxTokens: 1_000 },
        model: { kind: 'endpoint', name: 'gpt-4o-mini', logicalEndpoint: 'http://model.test/v1' },
        callBudget: { costUsd: 0.01 },
      },
      role: 'critic-verification',
      model: name,
      purpose: { kind: 'search', node: 'n0' },
      messages: [{ role: 'user', content: 'right?' }],
      parse: (text) => ({ ok: true, value: text }),
    });
  // 1,000 tokens of an answer: 6 cents of the one, less than a tenth of a cent of the other.
  await expect(asked('gpt-4')).rejects.toMatchObject({ code: 'CALL_BUDGET_SPENT' });
  expect(model.calls).toHaveLength(0);
  await asked('gpt-4o-mini');
  expect(model.calls).toHaveLength(1);
});

test('a bank is asked for the problem that a question is about, else for that of its attempt', async () => {
  expect(await problemAsked('people/tools@c::m.py::f#1')).toBe('people/tools@c::m.py::f#1');
  expect(await problemAsked()).toBe('people/tools');
});

test('a model server of ours costs nothing, whatever its model is called', async () => {
  const model = createScriptedModel({ solver: ['yes'] });
  const dependencies = activityDependencies({ modelClient: () => Promise.resolve(model) });
  await askRole(dependencies, durableContext(), {
    ...{ attempt, ordinal: 0, temperature: 0, format: null },
    asker: {
      ...{ id: 'r', seed: 1, reuse: true, maxTokens: 1_000 },
      model: { kind: 'recorded', name: 'gpt-4', logicalEndpoint: 'recorded:1' },
      callBudget: { costUsd: 0.01 },
    },
    role: 'solver',
    model: 'gpt-4',
    purpose: { kind: 'search', node: 'n0' },
    messages: [{ role: 'user', content: 'right?' }],
    parse: (text) => ({ ok: true, value: text }),
  });
  expect(model.calls).toHaveLength(1);
});

describe('the request of a question', () => {
  type Question = Parameters<typeof askRole<string>>[2];

  async function requestOf(
    changes: Partial<Question> = {},
    asker: Partial<Question['asker']> = {},
  ): Promise<ModelRequest | undefined> {
    const model = createScriptedModel({ solver: ['yes'] });
    const dependencies = activityDependencies({ modelClient: () => Promise.resolve(model) });
    await askRole<string>(dependencies, durableContext(), {
      ...{ attempt: { ...attempt, sample: 2 }, ordinal: 4, temperature: undefined, format: null },
      asker: {
        ...{ id: 'r', seed: 9, reuse: true },
        model: { kind: 'endpoint', name: 'm', logicalEndpoint: 'http://model.test/v1' },
        ...asker,
      },
      ...{ role: 'solver', model: 'other', purpose: { kind: 'search', node: 'n0' } },
      messages: [{ role: 'user', content: 'hi' }],
      parse: (text) => ({ ok: true, value: text }),
      ...changes,
    });
    return model.calls[0]?.request;
  }

  it('is one of its model, seed and draw, and says nothing that nobody asked for', async () => {
    expect(await requestOf()).toEqual({
      ...{ logicalEndpoint: 'http://model.test/v1', model: 'other', parameters: {}, seed: 9 },
      ...{ messages: [{ role: 'user', content: 'hi' }], draw: { sample: 2, ordinal: 4 } },
    });
    expect((await requestOf({ tools: [] }))?.parameters).toEqual({});
  });

  it('has the temperature, bound, form and tools that are asked for', async () => {
    const format = { name: 'score', schema: { type: 'object' } };
    const asked = { temperature: 0, format, tools: ['execute_code'] as const };
    expect((await requestOf(asked, { maxTokens: 7 }))?.parameters).toEqual({
      ...asked,
      maxTokens: 7,
    });
  });

  it('is of its run alone where answers of others are not taken', async () => {
    expect(await requestOf({}, { reuse: false })).toMatchObject({ runScope: 'r' });
    expect(await requestOf()).not.toHaveProperty('runScope');
  });

  it('is weighed by its tokens, those of its answer included, and else only counted', async () => {
    const budget = (callBudget: object, maxTokens = 100) =>
      requestOf({}, { callBudget, maxTokens });
    await expect(budget({ tokens: 100 })).rejects.toMatchObject({ code: 'CALL_BUDGET_SPENT' });
    expect(await budget({ tokens: 200 })).toBeDefined();
    expect(await budget({ calls: 1 }, 1_000_000)).toBeDefined();
    await expect(budget({ calls: 0 })).rejects.toMatchObject({ limit: 'calls' });
  });
});
