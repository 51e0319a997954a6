import { askRole } from '../../../activities/model/ask-role';
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
