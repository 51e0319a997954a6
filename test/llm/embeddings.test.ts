import { unitVectorOf } from '../../core/values/vector-text';
import type { ModelRequest } from '../../core/schemas/model';
import { createModelClient } from '../../llm/model-client';
import { requestIdentity } from '../../llm/request-identity';
import { modelRequest } from '../../laboratory/fakes/model-requests';
import { clientOf, closeEndpoints, failureOf } from '../fakes/client-under-test';
import { bundledServer } from './simulated/chat-calls';

afterEach(closeEndpoints);

const embedding = (text: string): Partial<ModelRequest> => ({
  model: 'text-embedding-3-small',
  messages: [{ role: 'user', content: text }],
  parameters: { task: 'embedding' },
});

const sends = (body: object, status = 200) =>
  clientOf((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });

describe('an embedding of an endpoint', () => {
  it('is asked for at /embeddings with the text alone, and is the vector as text', async () => {
    const { ask, received } = await sends({
      data: [{ index: 0, embedding: [0.25, -1] }],
      model: 'small-v3',
      usage: { prompt_tokens: 4, total_tokens: 4 },
    });
    expect(await ask(embedding('Sort names.'))).toMatchObject({
      text: '[0.25,-1]',
      finishReason: 'stop',
      usage: { promptTokens: 4, completionTokens: 0 },
      costUsd: 0.00000008,
      exchange: { servedModel: 'small-v3', temperature: null, seed: null, dropped: [] },
    });
    expect(received).toMatchObject([
      {
        path: '/v1/embeddings',
        body: { model: 'text-embedding-3-small', input: 'Sort names.', encoding_format: 'float' },
      },
    ]);
  });

  it.each([
    ['no vector', { data: [] }],
    ['an empty vector', { data: [{ embedding: [] }] }],
    ['a chat completion', { choices: [{ message: { content: 'Hello.' } }] }],
  ])('that is %s is refused as nonsense, and may be asked for again', async (_, body) => {
    const { ask } = await sends(body);
    const failure = await failureOf(ask(embedding('Sort names.')));
    expect(failure).toMatchObject({ code: 'MODEL_NONSENSE', fate: 'retryable' });
    expect(failure.message).toContain('not an embedding');
  });

  it('of a text that is too long is an answer without a vector', async () => {
    const { ask } = await sends(
      {
        error: {
          message: "This model's maximum context length is 8192 tokens, however you requested 9000",
        },
      },
      400,
    );
    const answer = await ask(embedding('Sort names.'));
    expect(answer).toMatchObject({ finishReason: 'context-length', text: '' });
  });
});

describe('an embedding of our own model server', () => {
  it('is the same each time, and near that of a text with the same words', async () => {
    const server = await bundledServer();
    const { baseUrl, logicalEndpoint } = server;
    const client = createModelClient({ baseUrl, apiKey: null, timeoutMs: 30_000, ownServer: true });
    const vectorOf = async (text: string): Promise<Float32Array> => {
      const request = modelRequest({ logicalEndpoint, ...embedding(text) });
      const context = { problem: 'row/1', role: 'embedder' } as const;
      const asked = { identity: requestIdentity(request), context };
      return unitVectorOf((await client.send(request, asked)).text) ?? new Float32Array();
    };
    const own = await vectorOf('Sort the names of all planets.');
    const cosine = (other: Float32Array) =>
      own.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
    expect(await vectorOf('Sort the names of all planets.')).toEqual(own);
    const near = cosine(await vectorOf('Sort the names of all moons.'));
    expect(near).toBeGreaterThan(cosine(await vectorOf('Draw a chart.')) + 0.3);
    expect(server.log().map(({ role }) => role)).toEqual(Array(4).fill('embedder'));
    await server.close();
  });
});
