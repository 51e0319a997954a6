import { askRole } from '../../../activities/model/ask-role';
import { createScriptedModel } from '../../fakes/scripted-model';
import { activityDependencies, durableContext } from '../../fakes/activity-dependencies';

const tooLong = { finishReason: 'context-length', text: '', usage: null } as const;

describe('a prompt that was refused as too long', () => {
  const asking = (model: ReturnType<typeof createScriptedModel>) => {
    const dependencies = activityDependencies({ modelClient: () => Promise.resolve(model) });
    const endpoint = { kind: 'endpoint', name: 'm', logicalEndpoint: 'http://e/v1' } as const;
    return (run: string, contextTokens?: number) =>
      askRole(dependencies, durableContext(), {
        attempt: { run, problem: 'p', sample: 0 },
        asker: { id: run, model: endpoint, seed: 1, reuse: true, contextTokens },
        ...{ role: 'interpreter', model: 'm', purpose: { kind: 'dialogue', round: 'r0' } },
        ...{ ordinal: 0, temperature: 0, format: null },
        messages: [{ role: 'user', content: 'long' }],
        parse: (text) => ({ ok: true, value: text }),
      });
  };

  it('is refused for good under the same limit, and asked anew under another', async () => {
    const model = createScriptedModel({ interpreter: [tooLong, 'it fits', tooLong] });
    const ask = asking(model);
    const first = await ask('one', 4_000);
    expect(first).toMatchObject({ isFallback: true, answer: { finishReason: 'context-length' } });
    expect(await ask('two', 4_000)).toMatchObject({ isFallback: true, calls: first.calls });
    expect(model.calls).toHaveLength(1);
    const wider = await ask('three', 8_000);
    expect(wider).toMatchObject({ value: 'it fits' });
    // Both are named, so that a rerun of the run finds its way to the answer.
    expect(wider.calls).toHaveLength(2);
    expect(wider.calls[0]).toEqual(first.calls[0]);
    expect(await ask('four', 8_000)).toMatchObject({ value: 'it fits', calls: wider.calls });
    expect(model.calls).toHaveLength(2);
    // Without any limit of ours it is another question still.
    expect(await ask('five')).toMatchObject({ isFallback: true });
    expect(await ask('six')).toMatchObject({ isFallback: true });
    expect(model.calls).toHaveLength(3);
    expect(new Set(model.calls.map(({ request }) => request.contextTokens))).toEqual(
      new Set([undefined, 8_000, null]),
    );
  });
});
