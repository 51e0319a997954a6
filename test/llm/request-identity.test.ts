import { endpointSeed, requestIdentity } from '../../llm/request-identity';
import type { ModelRequest } from '../../core/schemas/model';
import { modelRequest } from '../../laboratory/fakes/model-requests';

describe('the identity of a request', () => {
  it('is frozen: journals of earlier versions stay readable', () => {
    expect(requestIdentity(modelRequest())).toBe(
      '59dd449e3af3d9709c4e45881803e5fb6f8679d8ad47a53e5146cbd8c7ed4f3f',
    );
  });

  const changes: readonly (readonly [string, Partial<ModelRequest>])[] = [
    ['the logical endpoint', { logicalEndpoint: 'http://other.test/v1' }],
    ['the model', { model: 'gpt-4o' }],
    ['a message', { messages: [{ role: 'user', content: 'Add three numbers.' }] }],
    ['the temperature', { parameters: { temperature: 0.6 } }],
    ['the most tokens', { parameters: { temperature: 0.5, maxTokens: 5 } }],
    [
      'the form of the answer',
      { parameters: { temperature: 0.5, format: { name: 'f', schema: { type: 'object' } } } },
    ],
    ['the seed', { seed: 8 }],
    ['the sample', { draw: { sample: 1, ordinal: 3 } }],
    ['the ordinal', { draw: { sample: 0, ordinal: 4 } }],
    ['the problem, for our own model server', { problem: 'MBPP/76' }],
    ["the run's scope", { runScope: 'run-1' }],
  ];
  it.each(changes)('changes with %s', (_what, change) => {
    expect(requestIdentity(modelRequest(change))).not.toBe(requestIdentity(modelRequest()));
  });

  it('does not depend on the order in which members were written', () => {
    const { draw, seed, messages, ...rest } = modelRequest();
    const turned = {
      messages: messages.map(({ role, content }) => ({ content, role })),
      draw: { ordinal: draw.ordinal, sample: draw.sample },
      seed,
      ...rest,
    };
    expect(requestIdentity(turned)).toBe(requestIdentity(modelRequest()));
  });

  it('refuses a number that JSON cannot hold', () => {
    expect(() => requestIdentity(modelRequest({ seed: Number.NaN }))).toThrow(TypeError);
  });
});

describe('the seed given to endpoints', () => {
  it('has 31 bits and is the same every time', () => {
    const seeds = Array.from({ length: 500 }, (_, ordinal) =>
      endpointSeed(1, { sample: 0, ordinal }),
    );
    for (const seed of seeds) {
      expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31).toBe(true);
    }
    expect(new Set(seeds).size).toBe(500);
    expect(endpointSeed(1, { sample: 0, ordinal: 0 })).toBe(seeds[0]);
  });

  it("differs by the run's seed and by sample", () => {
    const base = endpointSeed(1, { sample: 0, ordinal: 0 });
    expect(endpointSeed(2, { sample: 0, ordinal: 0 })).not.toBe(base);
    expect(endpointSeed(1, { sample: 1, ordinal: 0 })).not.toBe(base);
  });
});
