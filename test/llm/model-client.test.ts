import { createModelClient } from '../../llm/model-client';
import { endpointSeed } from '../../llm/request-identity';
import {
  clientOf,
  closeEndpoints,
  context,
  failureOf,
  identity,
  key,
} from '../fakes/client-under-test';
import { completion, sendJson, type Play } from '../fakes/http-endpoint';
import { modelRequest } from '../../laboratory/fakes/model-requests';

afterEach(closeEndpoints);

describe('what is kept of an exchange', () => {
  it('is what was sent, and the model that the endpoint says it served', async () => {
    const { ask } = await clientOf((_, response) =>
      sendJson(response, completion('ok', { body: { model: 'served-2024' } })),
    );
    const answer = await ask({ parameters: { temperature: 0.5, maxTokens: 9 } });
    expect(answer.exchange).toEqual({
      servedModel: 'served-2024',
      temperature: 0.5,
      maxTokens: 9,
      seed: endpointSeed(7, { sample: 0, ordinal: 3 }),
      schema: null,
      dropped: [],
      streamed: false,
    });
  });

  it('names what was wanted and left out, since the endpoint refuses it', async () => {
    const { ask } = await clientOf((request, response) =>
      JSON.stringify(request.body).includes('"seed"')
        ? sendJson(
            response,
            { error: { param: 'seed', message: 'seed is not supported' } },
            { status: 400 },
          )
        : sendJson(response, completion('ok')),
    );
    for (const nth of [0, 1]) {
      const { exchange } = await ask({ draw: { sample: nth, ordinal: 3 } });
      expect(exchange).toMatchObject({ seed: null, dropped: ['seed'] });
    }
  });
});

describe('a request as an endpoint sees it', () => {
  it('is one chat completion with the key, the identity, and a seed for this draw', async () => {
    const { ask, received } = await clientOf((_, response) => sendJson(response, completion('ok')));
    await ask({ parameters: { temperature: 0.5, maxTokens: 9 } });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ method: 'POST', path: '/v1/chat/completions' });
    expect(received[0]?.headers).toMatchObject({
      authorization: `Bearer ${key}`,
      'idempotency-key': identity,
    });
    expect(received[0]?.body).toEqual({
      model: 'gpt-4o-mini',
      messages: modelRequest().messages,
      temperature: 0.5,
      max_tokens: 9,
      seed: endpointSeed(7, { sample: 0, ordinal: 3 }),
    });
  });

  it('tells nobody else what our own server is told', async () => {
    const { ask, received } = await clientOf((_, response) => sendJson(response, completion('ok')));
    await ask();
    const names = Object.keys(received[0]?.headers ?? {});
    expect(names.filter((name) => name.startsWith('x-espalier'))).toEqual([]);
  });

  it('tells our own server problem, role, seed and draw', async () => {
    const { ask, received } = await clientOf(
      (_, response) => sendJson(response, completion('ok')),
      { ownServer: true },
    );
    await ask({ draw: { sample: 2, ordinal: 5 } });
    expect(received[0]?.headers).toMatchObject({
      'x-espalier-problem': 'HumanEval/3',
      'x-espalier-role': 'solver',
      'x-espalier-seed': '7',
      'x-espalier-draw': '2/5',
    });
  });

  it('has a problem id with other than ASCII characters percent-encoded', async () => {
    const { client, received } = await clientOf(
      (_, response) => sendJson(response, completion('ok')),
      { ownServer: true },
    );
    const foreign = { problem: 'münze 1', role: 'solver' } as const;
    await client.send(modelRequest(), { identity, context: foreign });
    expect(decodeURI(String(received[0]?.headers['x-espalier-problem']))).toBe('münze 1');
  });

  it('has no seed where the endpoint is known to take none', async () => {
    const { ask, received } = await clientOf(
      (_, response) => sendJson(response, completion('ok')),
      { acceptsSeed: false },
    );
    await ask();
    expect(received[0]?.body).not.toHaveProperty('seed');
  });

  it('carries no key when there is none', async () => {
    const { ask, received } = await clientOf(
      (_, response) => sendJson(response, completion('ok')),
      { apiKey: null },
    );
    await ask();
    expect(received[0]?.headers).not.toHaveProperty('authorization');
  });

  it('carries credentials and parameters of the base URL, which no message repeats', async () => {
    const { received, baseUrl: plain } = await clientOf((_, response) =>
      sendJson(response, { error: { message: 'bad hunter2222 or secret99' } }, { status: 401 }),
    );
    const baseUrl = plain.replace('://', '://me:hunter2222@') + '?k=secret99';
    const client = createModelClient({
      baseUrl,
      apiKey: null,
      timeoutMs: 30_000,
      ownServer: false,
    });
    const failure = await failureOf(client.send(modelRequest(), { identity, context }));
    expect(failure.message).not.toContain('secret99');
    expect(received[0]?.path).toBe('/v1/chat/completions?k=secret99');
    expect(received[0]?.headers.authorization).toMatch(/^Basic /);
  });

  it('never goes out when it was cancelled before', async () => {
    const { ask, received } = await clientOf((_, response) => sendJson(response, completion('ok')));
    const failure = await failureOf(ask({}, AbortSignal.abort()));
    expect(failure).toMatchObject({ code: 'MODEL_CANCELLED', outcomeUnknown: false });
    expect(received).toHaveLength(0);
  });
});

describe('an endpoint without JSON schemas', () => {
  const format = { name: 'list', schema: { type: 'object' } };
  const parameters = { temperature: 0.5, format };
  const playWithout: Play = ({ body }, response) => {
    if (body?.['response_format'] === undefined) return sendJson(response, completion('text'));
    const error = { param: 'response_format', message: "'json_schema' is not supported" };
    return sendJson(response, { error }, { status: 400 });
  };

  it('is asked in plain text, at once and from then on', async () => {
    const { ask, received } = await clientOf(playWithout);
    expect((await ask({ parameters })).text).toBe('text');
    expect((await ask({ parameters })).text).toBe('text');
    const formats = received.map(({ body }) => body?.['response_format'] !== undefined);
    expect(formats).toEqual([true, false, false]);
    // The refused body and the plain one are two requests to an endpoint that deduplicates.
    const keys = received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([identity, `${identity}.no-json-schema`, `${identity}.no-json-schema`]);
  });

  it('is remembered for the model only', async () => {
    const { ask, received } = await clientOf(playWithout);
    await ask({ parameters });
    await ask({ parameters, model: 'another' });
    const formats = received.map(({ body }) => body?.['response_format'] !== undefined);
    expect(formats).toEqual([true, false, true, false]);
  });

  it('is not assumed from a 400 about something else', async () => {
    const { ask, received } = await clientOf((_, response) =>
      sendJson(response, { error: { message: 'temperature is out of range' } }, { status: 400 }),
    );
    expect(await failureOf(ask({ parameters }))).toMatchObject({ fate: 'terminal', status: 400 });
    expect(received).toHaveLength(1);
  });

  it('gets the schema where it takes it', async () => {
    const { ask, received } = await clientOf((_, response) => sendJson(response, completion('{}')));
    await ask({ parameters });
    expect(received[0]?.body?.['response_format']).toEqual({
      type: 'json_schema',
      json_schema: { ...format, strict: false },
    });
  });

  it('gets a closed schema in strict form', async () => {
    const { ask, received } = await clientOf((_, response) => sendJson(response, completion('{}')));
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    };
    await ask({ parameters: { format: { name: 'a', schema } } });
    expect(received[0]?.body).toMatchObject({ response_format: { json_schema: { strict: true } } });
  });

  it('may refuse one thing after the other', async () => {
    const { ask, received } = await clientOf(({ body }, response) => {
      const refuse = (message: string) => sendJson(response, { error: message }, { status: 422 });
      if (body?.['response_format'] !== undefined) return refuse('unknown field response_format');
      if (body?.['seed'] !== undefined) return refuse('unknown field seed');
      if (body?.['max_tokens'] !== undefined) {
        return refuse("'max_tokens' is not supported, use 'max_completion_tokens'");
      }
      return sendJson(response, completion('at last'));
    });
    const answer = await ask({ parameters: { format, maxTokens: 10 } });
    expect(answer.text).toBe('at last');
    expect(received.at(-1)?.body).toMatchObject({ max_completion_tokens: 10 });
    expect(received).toHaveLength(4);
  });
});
