import { gzipSync } from 'node:zlib';

import type { ModelAnswer } from '../../core/schemas/model';
import type { ModelError } from '../../llm/errors';
import { createModelClient, type ModelClientOptions } from '../../llm/openai-client';
import { endpointSeed } from '../../llm/request-identity';
import {
  completion,
  freePort,
  sendJson,
  startEndpoint,
  type HttpEndpoint,
  type Play,
} from '../fakes/http-endpoint';
import { modelRequest } from '../fakes/model-requests';

const identity = 'f'.repeat(64);
const context = { problem: 'HumanEval/3', role: 'solver' } as const;
const key = 'sk-hunter2222';

const endpoints: HttpEndpoint[] = [];
afterEach(async () => {
  await Promise.all(endpoints.splice(0).map(({ close }) => close()));
});

async function clientOf(play: Play, options: Partial<ModelClientOptions> = {}) {
  const endpoint = await startEndpoint(play);
  endpoints.push(endpoint);
  const { baseUrl, received } = endpoint;
  const settings = { baseUrl, apiKey: key, timeoutMs: 5_000, ownServer: false, ...options };
  const client = createModelClient(settings);
  const ask = (changes = {}, signal?: AbortSignal): Promise<ModelAnswer> =>
    client.send(modelRequest(changes), { identity, context, ...(signal ? { signal } : {}) });
  return { client, ask, received };
}

async function failureOf(answer: Promise<ModelAnswer>): Promise<ModelError> {
  const failure = await answer.then(
    () => null,
    (error: unknown) => error as ModelError,
  );
  if (failure === null) throw new Error('the call was answered');
  expect([failure.message, failure.stack].join(' ')).not.toContain('hunter2222');
  return failure;
}

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
    const { received } = await clientOf((_, response) =>
      sendJson(response, { error: { message: 'bad hunter2222 or secret99' } }, { status: 401 }),
    );
    const baseUrl =
      (endpoints[0]?.baseUrl ?? '').replace('://', '://me:hunter2222@') + '?k=secret99';
    const client = createModelClient({ baseUrl, apiKey: null, timeoutMs: 900, ownServer: false });
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

describe('an answer', () => {
  const answering = async (body: unknown, options: Partial<ModelClientOptions> = {}) => {
    const { ask } = await clientOf((_, response) => sendJson(response, body), options);
    return ask();
  };

  it('has text, usage, cost and the time it took', async () => {
    const { ask } = await clientOf((_, response) => {
      setTimeout(() => sendJson(response, completion('def f(): ...')), 60);
    });
    const answer = await ask();
    expect(answer).toMatchObject({
      text: 'def f(): ...',
      finishReason: 'stop',
      usage: { promptTokens: 100, completionTokens: 20 },
      origin: null,
    });
    expect(answer.costUsd).toBeCloseTo((100 * 0.15 + 20 * 0.6) / 1e6, 12);
    expect(answer.latencyMs).toBeGreaterThanOrEqual(50);
    expect(answer.latencyMs).toBeLessThan(3_000);
  });

  it('has an unknown cost for an unknown model or without usage', async () => {
    const { ask } = await clientOf((_, response) => sendJson(response, completion('ok')));
    expect((await ask({ model: 'mine' })).costUsd).toBeNull();
    const without = await answering(completion('ok', { body: { usage: undefined } }));
    expect([without.usage, without.costUsd]).toEqual([null, null]);
  });

  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['tool_calls', 'stop'],
    [null, 'stop'],
    ['content_filter', 'content-filter'],
  ])('that ended as %s is %s', async (finishReason, expected) => {
    const answer = await answering(completion('words', { finishReason }));
    expect(answer.finishReason).toBe(expected);
    expect(answer.text).toBe(expected === 'content-filter' ? '' : 'words');
  });

  it('that is a refusal is filtered, with empty text', async () => {
    const message = { refusal: 'I cannot help with that' };
    expect(await answering(completion(null, { message }))).toMatchObject({
      finishReason: 'content-filter',
      text: '',
      usage: { promptTokens: 100 },
    });
  });

  it('may be without content', async () => {
    expect((await answering(completion(null))).text).toBe('');
  });

  it('may come in parts', async () => {
    const content = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ];
    expect((await answering(completion(null, { message: { content } }))).text).toBe('ab');
  });

  it('has reasoning that came apart in front, as one closed block', async () => {
    const message = { reasoning_content: 'first </think> then' };
    expect((await answering(completion('reply', { message }))).text).toBe(
      '<think>\nfirst  then\n</think>\nreply',
    );
  });

  it('has reasoning only once', async () => {
    const message = { reasoning_content: 'x' };
    const text = '<think>x</think>reply';
    expect((await answering(completion(text, { message }))).text).toBe(text);
  });

  it('of our own server has an origin and costs nothing', async () => {
    const espalier = { rule: 'recorded-repair', distinct: 4, repeated: false, more: 'later' };
    const body = completion('ok', { body: { espalier } });
    const own = await answering(body, { ownServer: true });
    expect(own.origin).toEqual({ rule: 'recorded-repair', distinct: 4, repeated: false });
    expect(own.costUsd).toBe(0);
    expect((await answering(body)).origin).toBeNull();
  });

  it('of our own server with an origin of a later kind is still an answer', async () => {
    const body = completion('ok', { body: { espalier: { rule: 'dreamt' } } });
    expect(await answering(body, { ownServer: true })).toMatchObject({ text: 'ok', origin: null });
  });

  it.each([
    [400, { code: 'context_length_exceeded', message: 'too long' }, 'context-length'],
    [400, { code: 'content_filter', message: 'filtered' }, 'content-filter'],
  ])('may be a refusal by status %d: %j', async (status, error, finishReason) => {
    const { ask } = await clientOf((_, response) => sendJson(response, { error }, { status }));
    expect(await ask()).toMatchObject({ finishReason, text: '', usage: null, costUsd: 0 });
  });

  it('is read whatever content type it has', async () => {
    const { ask } = await clientOf((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.end(JSON.stringify(completion('ok')));
    });
    expect((await ask()).text).toBe('ok');
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

describe('a call that fails', () => {
  const play =
    (status: number, body: unknown, headers: Record<string, string> = {}): Play =>
    (_, response) =>
      sendJson(response, body, { status, headers });

  it('at a port where nothing listens was certainly not sent', async () => {
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${String(port)}/v1`;
    const client = createModelClient({ baseUrl, apiKey: key, timeoutMs: 900, ownServer: false });
    const failure = await failureOf(client.send(modelRequest(), { identity, context }));
    expect(failure).toMatchObject({
      code: 'MODEL_CONNECTION',
      fate: 'retryable',
      outcomeUnknown: false,
    });
    expect(failure.message).toContain('connection refused');
  });

  it('at a host without an address was certainly not sent', async () => {
    const baseUrl = 'http://no-such-host.invalid/v1';
    const client = createModelClient({ baseUrl, apiKey: key, timeoutMs: 5_000, ownServer: false });
    const failure = await failureOf(client.send(modelRequest(), { identity, context }));
    expect(failure).toMatchObject({ code: 'MODEL_CONNECTION', outcomeUnknown: false });
  });

  it('by a hang before the headers is a timeout of unknown outcome', async () => {
    const { ask } = await clientOf(() => undefined, { timeoutMs: 150 });
    const failure = await failureOf(ask());
    expect(failure).toMatchObject({
      code: 'MODEL_TIMEOUT',
      fate: 'retryable',
      outcomeUnknown: true,
    });
    expect(failure.message).toContain('no complete answer within 150 ms');
  });

  it('by a hang in the middle of the body is one too', async () => {
    const { ask } = await clientOf(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{"choices": [');
      },
      { timeoutMs: 150 },
    );
    expect(await failureOf(ask())).toMatchObject({ code: 'MODEL_TIMEOUT', outcomeUnknown: true });
  });

  it('by a connection that drops before the headers has an unknown outcome', async () => {
    const { ask } = await clientOf((_, response) => response.destroy());
    expect(await failureOf(ask())).toMatchObject({
      code: 'MODEL_CONNECTION',
      outcomeUnknown: true,
    });
  });

  it('by a connection that drops in the middle of the body has an unknown outcome', async () => {
    const { ask } = await clientOf((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write('{"choices": [');
      setTimeout(() => response.destroy(), 20);
    });
    const failure = await failureOf(ask());
    expect(failure).toMatchObject({ code: 'MODEL_CONNECTION', fate: 'retryable' });
    expect(failure.outcomeUnknown).toBe(true);
  });

  it('because we cancelled it in flight is cancelled within moments, outcome unknown', async () => {
    const { ask, received } = await clientOf(() => undefined);
    const controller = new AbortController();
    const answer = ask({}, controller.signal);
    while (received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const startedMs = Date.now();
    controller.abort();
    const failure = await failureOf(answer);
    expect(failure).toMatchObject({ code: 'MODEL_CANCELLED', fate: 'cancelled' });
    expect(failure.outcomeUnknown).toBe(true);
    expect(Date.now() - startedMs).toBeLessThan(1_000);
  });

  it.each([
    ['a page of HTML', 'text/html', '<!doctype html><title>Sign in</title>', 'HTML page titled'],
    ['words', 'text/plain', 'hello there', 'not JSON but hello there'],
    ['broken JSON', 'application/json', '{"choices": [', 'not JSON'],
    ['nothing', 'application/json', '', 'an empty body'],
    ['other JSON', 'application/json', '{"hello": 1}', 'choices'],
    ['an array', 'application/json', '[]', 'not a chat completion'],
    ['null', 'application/json', 'null', 'not a chat completion'],
    ['no choices', 'application/json', '{"choices": []}', 'choices'],
    ['a choice without a message', 'application/json', '{"choices": [{}]}', 'message'],
    ['compressed bytes', 'application/json', gzipSync('{}'), 'not JSON'],
  ])('by %s is nonsense, to be tried again', async (_what, type, body, words) => {
    const { ask } = await clientOf((_, response) => {
      response.writeHead(200, { 'content-type': type });
      response.end(body);
    });
    const failure = await failureOf(ask());
    expect(failure).toMatchObject({ code: 'MODEL_NONSENSE', fate: 'retryable' });
    expect(failure.outcomeUnknown).toBe(false);
    expect(failure.message).toContain(words);
  });

  it('because generation was given up in the middle is nonsense', async () => {
    const { ask } = await clientOf((_, response) =>
      sendJson(response, completion('half', { finishReason: 'error' })),
    );
    expect((await failureOf(ask())).code).toBe('MODEL_NONSENSE');
  });

  it('with a status of no kind is nonsense or trouble, never an unhandled rejection', async () => {
    const { ask } = await clientOf((_, response) => {
      response.socket?.end('HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\nhi');
    });
    expect((await failureOf(ask())).fate).toBe('retryable');
  });

  it('by an error in a body that claims success has the status in the body', async () => {
    const { ask } = await clientOf(play(200, { error: { code: 429, message: 'slow down' } }));
    const failure = await failureOf(ask());
    expect(failure).toMatchObject({ code: 'MODEL_RATE_LIMIT', status: 429 });
    expect(failure.message).toContain('slow down');
  });

  it.each([
    ['seconds', { 'retry-after': '3' }, 3_000],
    ['milliseconds', { 'retry-after-ms': '250' }, 250],
    ['a far date', { 'retry-after': 'Fri, 31 Dec 2100 23:59:59 GMT' }, 60_000],
    ['nonsense', { 'retry-after': 'later' }, undefined],
    ['a negative number', { 'retry-after': '-3' }, undefined],
  ])('by a rate limit with %s tells the wait', async (_form, headers, expected) => {
    const { ask } = await clientOf(play(429, { error: { message: 'slow' } }, headers));
    const failure = await failureOf(ask());
    expect(failure.code).toBe('MODEL_RATE_LIMIT');
    expect(failure.retryAfterMs).toBe(expected);
  });

  it.each([
    ['{error: {message}}', { error: { message: 'the words' } }],
    ['{error: text}', { error: 'the words' }],
    ['{message}', { object: 'error', message: 'the words', code: 503 }],
    ['{detail: text}', { detail: 'the words' }],
    ['{detail: list}', { detail: [{ loc: ['body'], msg: 'the words' }] }],
    ['text', 'the words'],
  ])('keeps the words of the endpoint: %s', async (_form, body) => {
    const { ask } = await clientOf(play(503, body));
    const failure = await failureOf(ask());
    expect(failure.code).toBe('MODEL_SERVER');
    expect(failure.message).toContain('the words');
  });

  it('by a page of HTML keeps its title', async () => {
    const { ask } = await clientOf((_, response) => {
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end('<html><head><title>502 Bad Gateway</title></head></html>');
    });
    expect((await failureOf(ask())).message).toContain('HTML page titled "502 Bad Gateway"');
  });

  it('is sent once: retries belong to the engine', async () => {
    const { ask, received } = await clientOf(play(500, { error: { message: 'no' } }));
    await failureOf(ask());
    expect(received).toHaveLength(1);
  });

  it('never repeats the key that the endpoint repeats', async () => {
    const { ask } = await clientOf((request, response) =>
      sendJson(
        response,
        { error: { message: `wrong: ${String(request.headers.authorization)}` } },
        { status: 401 },
      ),
    );
    const failure = await failureOf(ask());
    expect(failure.message).toContain('[redacted]');
    expect(failure.cause).toBeUndefined();
  });
});
